// Records the order in which cells of a questionnaire were changed. If a parent cell changed, the server clears the
// cells that depend on it, except those that were changed after the parent.
document.addEventListener("input", (event) => {
  "use strict";
  const { form, name } = event.target, field = form?.querySelector(":scope > input[name=_order]");
  if (!field || !name?.startsWith("/")) return;
  const before = field.value ? JSON.parse(field.value) : [];
  field.value = JSON.stringify([...before.filter((one) => one !== name), name].slice(-200));
});
