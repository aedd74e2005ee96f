// Searches on the server while the reader types. The page's address contains the filters of the shown list, so that
// coming back to the page shows the same list.
const form = document.querySelector("[data-feature-list]");
if (form) {
  const parts = ["[data-features]", "[data-feature-count]"];
  const search = form.elements.q;
  let timer = 0, asking = new AbortController();

  // Empty fields are left out of the address.
  form.addEventListener("formdata", event => {
    for (const [name, value] of [...event.formData]) if (!value.trim()) event.formData.delete(name);
  });

  const address = () => {
    const query = new URLSearchParams(new FormData(form)).toString();
    return form.action + (query ? "?" + query : "");
  };

  const ask = async () => {
    const wanted = address();
    asking.abort();
    if (new URL(wanted).search === location.search) return;
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(wanted, { signal, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (signal.aborted) return;
      // A page without a list is another one, such as the sign-in page, and is opened as a whole.
      if (!parts.every(part => page.querySelector(part))) return location.assign(wanted);
      for (const part of parts) document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
      history.replaceState(history.state, "", wanted);
    } catch (error) {
      // The list and its address stay as they were; Enter repeats the request.
      if (error.name !== "AbortError") console.warn(error);
    }
  };

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  });
  // A page that the browser restores may have been left before its last response came.
  addEventListener("pageshow", event => { if (event.persisted) ask(); });
}
