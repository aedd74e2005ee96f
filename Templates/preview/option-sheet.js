// Searches while one types, but never while a word is being composed; loads the next page at the list's end.
for (const form of document.querySelectorAll("form.option-sheet[action]:not([inert] *)")) {
  const list = form.querySelector(".sheet-list"), field = form.querySelector("input[name=_keyword]");
  const find = form.querySelector("button.go"), more = form.querySelector("button[value=more]");
  const isNew = () => field && field.value.trim() !== list.dataset.holds;

  // What is told of a tapped option takes room from the list, at the bottom: the option must not lie under it.
  const tapped = document.activeElement?.closest(".cell")?.getBoundingClientRect(), seen = list.getBoundingClientRect();
  if (list.contains(document.activeElement) && tapped?.bottom > seen.bottom) {
    list.scrollTop += Math.min(tapped.bottom - seen.bottom + 8, tapped.top - seen.top);
  }

  field?.addEventListener("input", () => { isNew() ? posts.later(form, find) : posts.drop(find); });
  form.addEventListener("submit", (event) => {
    const isSearch = event.submitter === find || !event.submitter?.name;
    // The same keyword, and nothing more to load: there is nothing to ask for.
    if (posts.isComposing() || isSearch && !isNew() && !more && form.dataset.standing === "shown") event.preventDefault();
    form.classList.toggle("is-searching", isNew() || /^(segment:|retry|clear)/.test(event.submitter?.value ?? ""));
  });

  // Clicks on what an option's element is made of are told to the page around the frame, and tap the option.
  form.addEventListener("click", (event) => {
    const cell = event.target instanceof Element && !event.target.closest("button") && event.target.closest(".cell");
    if (cell) cell.querySelector(".tap")?.click();
  });

  if (more) new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting) || posts.isBusy(form) || posts.isComposing() || isNew()) return;
    form.requestSubmit(more);
  }, { root: list, rootMargin: "0px 0px 240px 0px" }).observe(more.parentElement);
}
