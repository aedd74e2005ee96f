// The page that compares devices. Chosen options apply at once; the layout problems of each frame are listed below it,
// and their number above all frames.
import { Frames } from "./preview-frames.js";
import { known, list, tally } from "./preview-layout.js";
import "./preview-look.js";

const matrix = document.querySelector(".matrix");
const sum = document.querySelector("[data-layout-sum]");
// The number of layout problems of each frame.
const counts = new Map();
const editor = pointer => {
  const address = new URL(matrix.dataset.editorHref, location.href);
  address.searchParams.set("at", pointer);
  return address.href;
};

const frames = new Frames(matrix.querySelectorAll("[data-frame]"), {
  // An element that is clicked in one frame is marked in all frames, and a link to it in the editor is shown.
  pick(_, pointer) {
    frames.highlight(pointer);
    const line = document.querySelector("[data-picked]"), link = line.querySelector("a");
    line.hidden = false;
    link.textContent = pointer || "/";
    link.href = editor(pointer);
  },
  layout(frame, all) {
    const problems = known(all);
    const notes = frame.closest(".matrix-cell").querySelector("[data-layout]");
    notes.hidden = false;
    notes.replaceChildren(tally(problems.length), list(problems, (link, word, pointer) => {
      word.textContent = "→";
      link.href = editor(pointer);
    }));
    counts.set(frame, problems.length);
    sum.replaceChildren(tally([...counts.values()].reduce((all, count) => all + count, 0)));
  },
});

const form = document.querySelector("[data-matrix-choice]");
form.addEventListener("change", () => form.requestSubmit());
