// Requests that survive the end of a session, if the same account has signed in again in another tab.

/**
 * Sends a request with the session's token: calls `send(token)`, which returns a promise of a response. If the session
 * has ended, takes the token of the new session from the page at `address` and sends the request once more.
 */
export async function signedIn(send, address) {
  const token = () => document.querySelector(own).value, sent = token();
  const response = await send(sent);
  const hasEnded = response.type === "opaqueredirect" || [401, 403].includes(response.status);
  return hasEnded && await renew(address, sent) ? send(token()) : response;
}

/** The token in a page's forms; pages without these forms, such as the sign-in page, do not show the same session. */
const own = "[data-editor] [name=csrf], #saving [name=csrf]";

// Returns true if the session has another token than the one that was sent, which all forms then have. Another request
// may have put it there before.
async function renew(address, sent) {
  const response = await fetch(address), page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.querySelector(own)?.value;
  // The text of one account must not be sent in the session of another.
  const account = one => one.querySelector("[data-editor]")?.dataset.key;
  if (!fresh || account(page) !== account(document)) return false;
  for (const field of document.querySelectorAll("[name=csrf]")) field.value = fresh;
  return fresh !== sent;
}
