// The token that the page's address had: kept by this browser, and not shown in the address any longer.
//
// No cookie: those of one computer are sent to every port of it, so to other people's servers as well.

const NAME = "token";
const fields = new URLSearchParams(location.search);
if (fields.has(NAME)) {
  sessionStorage.setItem(NAME, fields.get(NAME));
  fields.delete(NAME);
  const rest = fields.toString();
  history.replaceState(null, "", `${location.pathname}${rest ? `?${rest}` : ""}${location.hash}`);
}

/** The token: this tab's, else the one that other tabs came in with; "" where there is none. */
export function token() {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? "";
}

/** The token is right: tabs that are opened later come in with it as well. A guest's is left to the guest's tab. */
export function keepToken() {
  localStorage.setItem(NAME, token());
}

/** A path of this server with the token, for what the page loads, and for links to its other pages. */
export function address(path) {
  return token() ? `${path}?${new URLSearchParams({ [NAME]: token() })}` : path;
}
