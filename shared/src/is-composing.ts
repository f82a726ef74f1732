/**
 * Whether a key belongs to an input method: Enter then accepts a candidate. Safari ends the composition before it tells of that Enter,
 * and says so by its key code alone.
 */
export const isComposing = ({
  isComposing: isOpen,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isOpen || keyCode === 229;
