// Searches on the server while the reader types. The page's address contains the filters of the shown list, so that
// coming back to the page shows the same list.
const form = document.querySelector("[data-feature-list]");
if (form) {
  const parts = ["[data-features]", "[data-feature-count]"];
  const search = form.elements.q;
  /** The timer that starts the search after a pause in typing; 0 if none is set. */
  let timer = 0;
  /** Aborts the request of the search that runs; null if none runs. */
  let asking = null;
  /** True if the list does not show what is typed, because the search could not run. */
  let isBehind = false;

  // Empty fields are left out of the address.
  form.addEventListener("formdata", event => {
    for (const [name, value] of [...event.formData]) if (!value.trim()) event.formData.delete(name);
  });

  const address = () => {
    const query = new URLSearchParams(new FormData(form)).toString();
    return form.action + (query ? "?" + query : "");
  };

  // The notice stands beside the count and is read aloud with it; the next count replaces both. The same notice again
  // changes nothing, because screen readers read every change aloud.
  const report = failed => {
    isBehind = failed;
    const count = document.querySelector("[data-feature-count]"), notice = count.querySelector(".wrong");
    if (!failed) return notice?.remove();
    if (notice) return;
    const words = document.createElement("span");
    words.className = "wrong";
    words.textContent = ` · ${form.dataset.failed}`;
    count.append(words);
  };

  const ask = async () => {
    clearTimeout(timer);
    timer = 0;
    const wanted = address();
    asking?.abort();
    asking = null;
    if (new URL(wanted).search === location.search) return report(false);
    const own = asking = new AbortController();
    const { signal } = own;
    try {
      const answer = await fetch(wanted, { signal, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (signal.aborted) return;
      // A page without a list is another one, such as the sign-in page, and is opened as a whole.
      if (!parts.every(part => page.querySelector(part))) return location.assign(wanted);
      for (const part of parts) document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
      history.replaceState(history.state, "", wanted);
      isBehind = false;
    } catch (error) {
      // The list and its address stay as they were; Enter repeats the request.
      if (error.name === "AbortError") return;
      console.warn(error);
      report(true);
    } finally {
      if (asking === own) asking = null;
    }
  };

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  });
  // The links to other pages belong to the list before the search, and opening one would discard the typed text.
  document.querySelector("[data-features]").addEventListener("click", event => {
    if (!timer && !asking && !isBehind || event.ctrlKey || event.metaKey || event.shiftKey || !event.target.closest("nav a")) return;
    event.preventDefault();
    if (timer || isBehind) ask();
  });
  // A page that the browser restores may have been left before its last response came.
  addEventListener("pageshow", event => { if (event.persisted) ask(); });
}
