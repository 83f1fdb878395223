// The link by which another user comes into a game.

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]; // names of the computer that the page is on

/** Copies the link, and says what it is. It has a token for guests, which is not the one the page was opened with. */
export function invitationWords({ room, invitation, token }) {
  const link = new URL(location.pathname, location.href);
  if (token) link.searchParams.set("token", token);
  link.hash = `${room}/${invitation}`;
  navigator.clipboard?.writeText(link.href).catch(() => {});
  const here = LOOPBACK.includes(link.hostname) ? ", on this computer only" : "";
  return `Send this link to your opponent (single use)${here}: ${link.href}`;
}
