import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Places beside a list that a key in a row leads to: its search, and its tabs at the chosen one. */
const places: Readonly<Record<string, string>> = {
  '/': 'input[type="search"]',
  t: '[role="radiogroup"] input:checked',
};

/**
 * Keys between the rows of a list and what stands above them, which is many tab stops away: / and t lead from a row to the
 * search and to the tabs, ↓ from the search to the rows.
 */
export function usePlaceKeys(box: RefObject<HTMLElement | null>, isOn: boolean, toRows: () => void): void {
  const placeOf = (key: string): HTMLElement | null => {
    const place = places[key];
    return place === undefined ? null : (box.current?.closest('section')?.querySelector(place) ?? null);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
    if (!isOn || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
    if (!(target instanceof Element)) return;
    const place = placeOf(key);
    const isInRow = box.current?.contains(target) === true && target.closest('[data-row-key]') !== null;
    if (key === 'ArrowDown' && target === placeOf('/')) toRows();
    else if (place !== null && isInRow && target.closest('.ant-dropdown-open') === null) place.focus();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
