// The page of a link for a phone. If it shows a link, choosing another lifetime creates a new one at once, and a button
// copies the link.
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
