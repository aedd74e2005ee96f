// Every few seconds while the page is visible, reports that this person has the feature open and reloads the list of
// the other people who have it open or have unsaved changes. A page that nobody has used for ten minutes sends no
// requests, so that it does not keep its session alive.
/** Milliseconds between two requests, and from the last use of the page until it sends no more requests. */
const every = 8_000, awake = 10 * 60_000;
const place = document.querySelector("[data-presence]");
let touched = Date.now();
for (const type of ["pointerdown", "keydown", "focus", "pageshow"]) addEventListener(type, () => { touched = Date.now(); });

async function renew() {
  if (document.hidden || Date.now() - touched > awake) return;
  try {
    const response = await fetch(place.dataset.presence);
    if (!response.ok || response.redirected) return;
    const words = (await response.text()).trim();
    if (words !== place.innerHTML.trim()) place.innerHTML = words;
  } catch { /* The next request may succeed. */ }
}

if (place) {
  setInterval(renew, every);
  document.addEventListener("visibilitychange", renew);
}
