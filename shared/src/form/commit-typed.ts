/**
 * What is typed but not taken yet (an address in To, a tag, the next step of a checklist) is taken when its field is left. Whoever saves
 * by the keyboard does not leave it; so it is left for them, and entered again. `then` runs once the form has what was taken.
 */
export function commitTyped(then: () => void): void {
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.matches('input, textarea')) {
    field.blur();
    field.focus({ preventScroll: true });
  }
  setTimeout(then);
}
