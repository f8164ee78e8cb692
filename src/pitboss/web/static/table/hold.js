// Holding an element down, a right click, or the key for it: what all of them do is look closer.

const HOLD_MS = 500;

export function whenHeld(element, key, look) {
  let timer = 0;
  let isHeld = false;
  element.addEventListener("pointerdown", (event) => {
    isHeld = false;
    if (event.button !== 0) return;
    timer = setTimeout(() => {
      isHeld = true;
      look();
    }, HOLD_MS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, () => clearTimeout(timer));
  // Letting go of what was held is no press.
  element.addEventListener(
    "click",
    (event) => {
      if (isHeld) event.stopImmediatePropagation();
      isHeld = false;
    },
    true,
  );
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    look();
  });
  element.addEventListener("keydown", (event) => {
    isHeld = false;
    if (event.key.toUpperCase() === key && !event.ctrlKey && !event.metaKey && !event.altKey) look();
  });
}
