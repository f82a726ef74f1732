/**
 * Whether a key belongs to an input method: Enter then accepts a candidate. Safari ends the composition before it sends
 * that Enter, so only the key code shows it.
 */
export const isComposing = ({
  isComposing: isOpen,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isOpen || keyCode === 229;
