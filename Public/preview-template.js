// Reads a chosen template file into the text area and tries it. Asks for confirmation before the page is left, if
// text that was typed since it was loaded would be lost.
import { textOf } from "./file-text.js";

const form = document.querySelector("[data-template-form]");
const text = form.querySelector("[data-template-text]");
const file = form.querySelector("[data-template-file]");
const notText = form.querySelector("[data-template-not-utf8]");

file?.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  const read = await textOf(chosen);
  file.value = "";  // so that the same file can be chosen again
  notText.hidden = read !== null;
  if (read === null) return;
  text.value = read;
  form.requestSubmit(form.querySelector("button[value=try]"));
});

let leaving = false;
form.addEventListener("submit", () => { leaving = true; });
addEventListener("pageshow", () => { leaving = false; });
addEventListener("beforeunload", event => { if (!leaving && text.value !== text.defaultValue) event.preventDefault(); });
