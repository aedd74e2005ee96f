// Scrolls the map so that the card of the visible module can be seen.
(() => {
  "use strict";
  const box = document.querySelector(".flow-map-box");
  const card = box && [...box.querySelectorAll(".card.is-shown > .box")].pop();
  if (!card) return;
  const at = card.getBoundingClientRect(), frame = box.getBoundingClientRect();
  box.scrollBy(at.left - frame.left - (frame.width - at.width) / 2, at.top - frame.top - 48);
})();
