// The tokens in the page's address: kept by this browser, and removed from the address.
//
// Not in a cookie: cookies of a host are sent to all its ports, and so to other users' servers.

const [NAME, OWNER] = ["token", "owner"];
const fields = new URLSearchParams(location.search);
// The owner's token is in the fragment, which is never sent. Other fragments name a room or a game.
const ownersFragment = () => (location.hash.startsWith(`#${OWNER}=`) ? new URLSearchParams(location.hash.slice(1)) : null);
const fragment = ownersFragment();
if (fields.has(NAME) || fragment) {
  if (fields.has(NAME)) sessionStorage.setItem(NAME, fields.get(NAME));
  if (fragment) sessionStorage.setItem(OWNER, fragment.get(OWNER));
  fields.delete(NAME);
  const rest = fields.toString();
  history.replaceState(null, "", `${location.pathname}${rest ? `?${rest}` : ""}${fragment ? "" : location.hash}`);
}
// An open page loads nothing when only its fragment changes.
window.addEventListener("hashchange", () => ownersFragment() && location.reload());

/** The token: this tab's, else the one with which other tabs were opened; "" without one. */
export function token() {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? "";
}

/** The token of the server's owner, only in the tab that was opened with it; "" elsewhere. */
export function owner() {
  return sessionStorage.getItem(OWNER) ?? "";
}

/** The token is valid: tabs that are opened later use it too. A guest's token stays in the guest's tab. */
export function keepToken() {
  localStorage.setItem(NAME, token());
}

/** A path of this server with the token and other fields, for resources of the page and links to its other pages. */
export function address(path, others = []) {
  const fields = new URLSearchParams([...(token() ? [[NAME, token()]] : []), ...others]).toString();
  return fields ? `${path}?${fields}` : path;
}
