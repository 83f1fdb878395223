// The link by which another user joins a game.

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]; // names of the computer that the page is on

/** Copies the link, and explains it. It contains a token for guests, not the one with which the page was opened. */
export function invitationWords({ room, invitation, token }) {
  const link = new URL(location.pathname, location.href);
  if (token) link.searchParams.set("token", token);
  link.hash = `${room}/${invitation}`;
  navigator.clipboard?.writeText(link.href).catch(() => {});
  const here = LOOPBACK.includes(link.hostname) ? ", on this computer only" : "";
  return `Send this link to your opponent (single use)${here}: ${link.href}`;
}
