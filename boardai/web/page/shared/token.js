// The tokens that the page's address had: kept by this browser, and not shown in the address any longer.
//
// No cookie: those of one computer are sent to every port of it, so to other people's servers as well.

const [NAME, OWNER] = ["token", "owner"];
const fields = new URLSearchParams(location.search);
// The owner's is in the fragment, which is never sent. Other fragments name a room or a game.
const ownersFragment = () => (location.hash.startsWith(`#${OWNER}=`) ? new URLSearchParams(location.hash.slice(1)) : null);
const fragment = ownersFragment();
if (fields.has(NAME) || fragment) {
  if (fields.has(NAME)) sessionStorage.setItem(NAME, fields.get(NAME));
  if (fragment) sessionStorage.setItem(OWNER, fragment.get(OWNER));
  fields.delete(NAME);
  const rest = fields.toString();
  history.replaceState(null, "", `${location.pathname}${rest ? `?${rest}` : ""}${fragment ? "" : location.hash}`);
}
// A page that is open already loads nothing when only its fragment changes.
window.addEventListener("hashchange", () => ownersFragment() && location.reload());

/** The token: this tab's, else the one that other tabs came in with; "" where there is none. */
export function token() {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? "";
}

/** The token of the server's owner, in the tab that was opened with it and in no other; "" elsewhere. */
export function owner() {
  return sessionStorage.getItem(OWNER) ?? "";
}

/** The token is right: tabs that are opened later come in with it as well. A guest's is left to the guest's tab. */
export function keepToken() {
  localStorage.setItem(NAME, token());
}

/** A path of this server with the token and other fields, for what the page loads, and for links to its other pages. */
export function address(path, others = []) {
  const fields = new URLSearchParams([...(token() ? [[NAME, token()]] : []), ...others]).toString();
  return fields ? `${path}?${fields}` : path;
}
