// Settles a questionnaire after a change on which others depend: what is typed once the field is left, anything else at
// once. The field that had the focus gets it back.
(() => {
  "use strict";
  const form = document.querySelector("form.questionnaire");
  if (!form || !document.documentElement.classList.contains("framed")) return;
  const focus = form.elements._focus, button = form.querySelector("button[value=refresh]");
  const last = focus.value && document.getElementById(focus.value);
  focus.value = "";
  if (last) last.focus();
  const isTyped = (field) => field instanceof HTMLInputElement && field.type !== "checkbox";
  let typed = null;
  document.addEventListener("change", (event) => {
    const field = event.target instanceof Element ? event.target.closest("[data-refreshes]") : null;
    if (!field) return;
    focus.value = field.id;
    if (!isTyped(field) || document.activeElement !== field) return;
    typed = field;
    event.stopPropagation();
  }, true);
  document.addEventListener("focusout", (event) => {
    if (!typed || event.target !== typed) return;
    typed = null;
    const next = event.relatedTarget;
    // A button that is being pressed posts the form itself.
    if (next instanceof HTMLButtonElement) return;
    focus.value = next instanceof Element && next.id ? next.id : "";
    form.requestSubmit(button);
  });
})();
