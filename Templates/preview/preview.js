// Sends the pointers of clicked elements and the height of the content to the page around the frame, marks the element
// that the page around the frame asks for, and shows the pointer of the element under the mouse.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.toggle("alone", window.parent === window);
  if (window.parent === window) return;
  const tell = (message) => window.parent.postMessage(message, "*");
  root.classList.add("framed");
  // The pointers of an edition differ from those of the text in the page around the frame.
  const isEdition = "edition" in root.dataset;
  root.classList.toggle("pickable", !isEdition);
  // A click on a control uses the control and sends no pointer.
  const controls = "button, summary, a, select, input, textarea, label, [role=button]";
  document.addEventListener("click", (event) => {
    if (isEdition || event.target instanceof Element && event.target.closest(controls)) return;
    const element = event.target instanceof Element ? event.target.closest("[data-pointer], [data-place]") : null;
    if (element) tell({ galley: "pick", pointer: element.dataset.pointer ?? element.dataset.place });
  });
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || !event.data) return;
    if (event.data.galley === "ask") measure();
    if (isEdition || event.data.galley !== "highlight") return;
    for (const element of document.querySelectorAll(".marked")) element.classList.remove("marked");
    // A property is not drawn by itself, so the element around it is marked.
    let pointer = event.data.pointer, found = null;
    while (typeof pointer === "string" && pointer && !found) {
      found = document.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
      pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    }
    if (!found) return;
    found.classList.add("marked");
    found.scrollIntoView({ block: "nearest" });
  });
  const label = document.createElement("div");
  label.className = "pointer-label";
  label.setAttribute("aria-hidden", "true");
  label.hidden = true;
  document.addEventListener("pointerover", (event) => {
    const element = event.target instanceof Element ? event.target.closest("[data-pointer]") : null;
    label.hidden = !element || !element.dataset.pointer;
    if (label.hidden) return;
    if (!label.isConnected) document.body.append(label);
    label.textContent = element.dataset.pointer;
    const box = element.getBoundingClientRect(), own = label.getBoundingClientRect();
    const above = box.top - own.height - 3;
    label.style.top = `${above >= 0 ? above : Math.min(box.bottom + 3, innerHeight - own.height)}px`;
    label.style.left = `${Math.max(0, Math.min(box.left, innerWidth - own.width))}px`;
  });
  document.documentElement.addEventListener("pointerleave", () => { label.hidden = true; });
  document.addEventListener("scroll", () => { label.hidden = true; }, { passive: true });
  const measure = () => tell({ galley: "size", height: root.scrollHeight });
  new ResizeObserver(measure).observe(document.body);
  measure();
})();
