// Searches while one types, but never while a word is being composed; loads the next page at the list's end; keeps
// scroll position, focus and caret over the posts that do all this.
(() => {
  "use strict";
  const form = document.querySelector("form.option-sheet[action]:not([inert] *)");
  if (!form) return;
  const list = form.querySelector(".sheet-list"), field = form.querySelector("input[name=_keyword]");
  const find = form.querySelector("button.go"), more = form.querySelector("button[value=more]");
  const pause = 300;
  let composing = false, timer = 0, posting = false;

  // Without script the address brings one back to the option; here the list stays as it was.
  for (const button of form.querySelectorAll("[formaction]")) button.removeAttribute("formaction");
  list.scrollTop = Number(form.dataset.scroll);
  const focused = form.querySelector("[data-focus]");
  if (focused) focused.focus({ preventScroll: true });
  // What is told of a tapped option takes room from the list, at the bottom: the option must not lie under it.
  const tapped = focused?.closest(".cell")?.getBoundingClientRect(), seen = list.getBoundingClientRect();
  if (tapped && tapped.bottom > seen.bottom) list.scrollTop += Math.min(tapped.bottom - seen.bottom + 8, tapped.top - seen.top);
  if (focused && focused === field) {
    const caret = Number(field.dataset.caret ?? field.value.length);
    field.setSelectionRange(caret, caret);
  }

  const isNew = () => field && field.value.trim() !== form.dataset.keyword;
  const search = () => {
    timer = 0;
    if (!composing && isNew()) form.requestSubmit(find);
  };
  // What is typed while an answer is under way must not be lost with the page: that answer is not waited for any more.
  const hold = () => {
    clearTimeout(timer);
    timer = 0;
    if (!posting) return;
    window.stop();
    posting = false;
    form.classList.remove("is-searching");
    list.removeAttribute("aria-busy");
  };
  field?.addEventListener("compositionstart", () => { composing = true; hold(); });
  field?.addEventListener("compositionend", () => { composing = false; hold(); timer = setTimeout(search, pause); });
  field?.addEventListener("input", (event) => {
    if (event.isComposing) return;
    hold();
    timer = setTimeout(search, pause);
  });

  const keep = (name, value) => {
    const input = form.querySelector(`input[name=${name}]`) ?? document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  };
  form.addEventListener("submit", (event) => {
    const isSearch = event.submitter === find || !event.submitter?.name;
    // The same keyword, and nothing more to load: there is nothing to ask for.
    if (composing || isSearch && !isNew() && !more && form.dataset.standing === "shown") {
      event.preventDefault();
      return;
    }
    clearTimeout(timer);
    timer = 0;
    keep("_scroll", Math.round(list.scrollTop));
    if (field) keep("_caret", field.selectionStart ?? field.value.length);
    posting = true;
    list.setAttribute("aria-busy", "true");
    if (isNew() || /^(segment:|retry|clear)/.test(event.submitter?.value ?? "")) form.classList.add("is-searching");
  });
  // A page that comes back from the history is as it was before the post.
  addEventListener("pageshow", () => { posting = false; form.classList.remove("is-searching"); });

  // Clicks on what an option's element is made of are told to the page around the frame, and tap the option.
  form.addEventListener("click", (event) => {
    const cell = event.target instanceof Element && !event.target.closest("button") && event.target.closest(".cell");
    if (cell) cell.querySelector(".tap")?.click();
  });

  if (!more) return;
  new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting) || posting || composing || timer || isNew()) return;
    form.requestSubmit(more);
  }, { root: list, rootMargin: "0px 0px 240px 0px" }).observe(more.parentElement);
})();
