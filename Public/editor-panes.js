// Moves the bars between the panes of the editor, by dragging or with the arrow keys; a double click or Enter restores
// the original size.

/** The distance in pixels by which an arrow key moves a bar. */
const step = 32;

/** Makes each bar of an editor resize the pane whose class is the bar's `data-splitter`. */
export function resizable(editor) {
  for (const bar of editor.querySelectorAll("[data-splitter]")) {
    const name = bar.dataset.splitter, pane = editor.querySelector(`.${name}`), whole = pane.parentElement;
    const isAcross = bar.getAttribute("aria-orientation") === "horizontal";
    const isMirrored = getComputedStyle(editor).direction === "rtl";
    const size = () => isAcross ? pane.offsetHeight : pane.offsetWidth;
    const updateValue = () => {
      const all = isAcross ? whole.offsetHeight : whole.offsetWidth;
      bar.setAttribute("aria-valuenow", Math.min(100, Math.round(100 * size() / Math.max(all, 1))));
    };
    const resize = pixels => {
      if (pixels === null) editor.style.removeProperty(`--${name}`);
      else editor.style.setProperty(`--${name}`, `${Math.max(0, Math.round(pixels))}px`);
      updateValue();
    };

    bar.addEventListener("pointerdown", event => {
      event.preventDefault();
      bar.focus();
      const from = isAcross ? event.clientY : event.clientX, before = size();
      const move = moved => {
        const by = (isAcross ? moved.clientY : moved.clientX) - from;
        resize(before + (isAcross || isMirrored ? -by : by));
      };
      // The pointer is captured, so that a preview under it does not receive its events.
      bar.setPointerCapture(event.pointerId);
      bar.addEventListener("pointermove", move);
      bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
    });
    bar.addEventListener("dblclick", () => resize(null));
    bar.addEventListener("keydown", event => {
      const [smaller, larger] = isAcross ? ["ArrowDown", "ArrowUp"] : isMirrored ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
      if (![smaller, larger, "Enter"].includes(event.key)) return;
      event.preventDefault();
      resize(event.key === "Enter" ? null : size() + (event.key === larger ? step : -step));
    });
    updateValue();
  }
}
