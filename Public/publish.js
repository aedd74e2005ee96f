// The lower bound of a publish follows the platform, until somebody types another one.

export function follow(page) {
  const from = page.querySelector("#from"), suggested = page.querySelector("[name=suggested]");
  for (const choice of page.querySelectorAll("[data-minimum]")) choice.addEventListener("change", () => {
    if (from.value === "" || from.value === suggested.value) from.value = choice.dataset.minimum;
    suggested.value = choice.dataset.minimum;
  });
}
