// A link for a phone: chosen at once, copied with one press. Before it is made there is neither.
const form = document.querySelector("[data-link-choice]");
if (form) {
  form.addEventListener("change", () => form.requestSubmit());

  const link = document.querySelector("[data-link]");
  link.addEventListener("focus", () => link.select());
  const button = document.querySelector("[data-copy]"), label = button.querySelector("[data-copy-label]");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      link.focus();
      return;
    }
    label.textContent = button.dataset.copied;
    document.querySelector("[data-copy-status]").textContent = button.dataset.copied;
  });
}
