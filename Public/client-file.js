// Reads a chosen capability file into the text area and checks it, and warns before typed text is lost by leaving the
// page.
import { textOf } from "./file-text.js";

const form = document.querySelector("[data-client-form]");
const text = form?.querySelector("[data-client-text]");
const file = form?.querySelector("[data-client-file]");
const notText = form?.querySelector("[data-client-not-utf8]");

file?.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  const read = await textOf(chosen);
  file.value = "";
  notText.hidden = read !== null;
  if (read === null) return;
  text.value = read;
  form.requestSubmit(form.querySelector("button[value=check]"));
});

let leaving = false;
form?.addEventListener("submit", () => { leaving = true; });
addEventListener("pageshow", () => { leaving = false; });
addEventListener("beforeunload", event => { if (form && !leaving && text.value !== text.defaultValue) event.preventDefault(); });
