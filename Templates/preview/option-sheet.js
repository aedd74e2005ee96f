// Searches while a person types, but not while an input method composes a word; loads the next page at the list's end.
for (const form of document.querySelectorAll("form.option-sheet[action]:not([inert] *)")) {
  const list = form.querySelector(".sheet-list"), field = form.querySelector("input[name=_keyword]");
  const find = form.querySelector("button.go"), more = form.querySelector("button[value=more]");
  const isNew = () => field && field.value.trim() !== list.dataset.holds;

  // The panel about a tapped option covers the end of the list, so the list is scrolled until the option is visible.
  const tapped = document.activeElement?.closest(".cell")?.getBoundingClientRect(), seen = list.getBoundingClientRect();
  if (list.contains(document.activeElement) && tapped?.bottom > seen.bottom) {
    list.scrollTop += Math.min(tapped.bottom - seen.bottom + 8, tapped.top - seen.top);
  }

  field?.addEventListener("input", () => { isNew() ? posts.later(form, find) : posts.drop(find); });
  form.addEventListener("submit", (event) => {
    const isSearch = event.submitter === find || !event.submitter?.name;
    // A search for the same keyword is not posted if all its results are loaded.
    if (posts.isComposing() || isSearch && !isNew() && !more && form.dataset.state === "shown") event.preventDefault();
    form.classList.toggle("is-searching", isNew() || /^(segment:|retry|clear)/.test(event.submitter?.value ?? ""));
  });

  // A click on the element of an option also taps the option; the page around the frame gets the element's pointer.
  form.addEventListener("click", (event) => {
    const cell = event.target instanceof Element && !event.target.closest("button") && event.target.closest(".cell");
    if (cell) cell.querySelector(".tap")?.click();
  });

  if (more) new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting) || posts.isBusy(form) || posts.isComposing() || isNew()) return;
    form.requestSubmit(more);
  }, { root: list, rootMargin: "0px 0px 240px 0px" }).observe(more.parentElement);
}
