// Tells the page around the frame what was clicked and how tall the screen is; marks what that page points at.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.toggle("alone", window.parent === window);
  if (window.parent === window) return;
  const tell = (message) => window.parent.postMessage(message, "*");
  root.classList.add("pickable", "framed");
  document.addEventListener("click", (event) => {
    const element = event.target instanceof Element ? event.target.closest("[data-pointer]") : null;
    if (element) tell({ galley: "pick", pointer: element.getAttribute("data-pointer") });
  });
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || !event.data || event.data.galley !== "highlight") return;
    for (const element of document.querySelectorAll(".marked")) element.classList.remove("marked");
    // A property is not drawn on its own: the element around it is marked.
    let pointer = event.data.pointer, found = null;
    while (typeof pointer === "string" && pointer && !found) {
      found = document.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
      pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    }
    if (!found) return;
    found.classList.add("marked");
    found.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("change", (event) => {
    const field = event.target instanceof Element ? event.target.closest("[data-refreshes]") : null;
    const button = field && document.querySelector("button[value=refresh]");
    if (button && button.form) button.form.requestSubmit(button);
  });
  const measure = () => tell({ galley: "size", height: root.scrollHeight });
  new ResizeObserver(measure).observe(document.body);
  measure();
})();
