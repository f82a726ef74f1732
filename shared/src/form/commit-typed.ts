/**
 * Some fields take over what was typed only when they lose the focus: an address in To, a tag, the next step of a
 * checklist. Saving with the keyboard leaves the focus in the field, so this blurs it and focuses it again. `then` runs
 * once the form has the new value.
 */
export function commitTyped(then: () => void): void {
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.matches('input, textarea')) {
    field.blur();
    field.focus({ preventScroll: true });
  }
  setTimeout(then);
}
