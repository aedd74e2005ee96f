// Keeps the order in which cells of a questionnaire were changed: what was typed before a cell that it waits for was
// changed is cleared with the answer to the post, what was typed after that is not.
document.addEventListener("input", (event) => {
  "use strict";
  const { form, name } = event.target, field = form?.querySelector(":scope > input[name=_order]");
  if (!field || !name?.startsWith("/")) return;
  const before = field.value ? JSON.parse(field.value) : [];
  field.value = JSON.stringify([...before.filter((one) => one !== name), name].slice(-200));
});
