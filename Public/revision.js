// The page of a revision. Chosen preview options apply at once; a click in the preview goes to the line of the element,
// and a click on a line marks its element in the preview.
import { Frames } from "./preview-frames.js";
import { placeOf, pointerAt } from "./editor-pointers.js";
import { report } from "./preview-layout.js";
import { chosen, share, takeOver } from "./preview-look.js";

const form = document.querySelector("[data-look-form]");
const frame = document.querySelector("[data-frame]");
const device = document.querySelector("[data-device]");
const layout = document.querySelector("[data-layout]");
const lines = [...document.querySelectorAll(".listing td")];
const text = lines.map(line => line.textContent).join("\n");

// Makes the link of a layout problem lead to the line of its element; `word` shows the position.
function lead(link, word, pointer) {
  const place = placeOf(text, pointer);
  if (!place) return;
  word.textContent = `${place.line}:${place.column}`;
  link.href = `#L${place.line}`;
}

const frames = new Frames([frame], {
  pick(_, pointer) {
    const place = placeOf(text, pointer);
    if (place) location.replace(`#L${place.line}`);
  },
  layout(_, all) { report(layout, all, lead); },
});

document.querySelector(".listing")?.addEventListener("click", event => {
  const row = event.target.closest("tr");
  if (!row) return;
  const number = lines.indexOf(row.querySelector("td")) + 1, line = lines[number - 1].textContent;
  frames.highlight(pointerAt(text, number, line.length - line.trimStart().length + 1));
});

let sequence = 0;
async function show() {
  const mine = ++sequence;
  const response = await fetch(`${form.getAttribute("action")}?${chosen(form)}`);
  if (mine !== sequence || !response.ok || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (mine !== sequence) return;
  takeOver(document, page);
  share(page.querySelector("[data-controls]").dataset.query);
  const shape = page.querySelector("[data-device]");
  device.className = shape.className;
  Object.assign(device.dataset, { width: shape.dataset.width, height: shape.dataset.height });
  frame.contentWindow.location.replace(page.querySelector("[data-frame]").getAttribute("src"));
}
form.addEventListener("change", show);
form.addEventListener("submit", event => {
  if (event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  show();
});
