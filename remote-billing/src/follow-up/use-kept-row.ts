import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** A row of a list, and its place among the rows. */
interface Place {
  id: string;
  no: number;
}

interface Kept {
  /** The entry in the browser's history that the list is at. */
  entry: string;
  place: Place | null;
  /** False once the person has gone to something else on the page. */
  isThere: boolean;
}

const storageKey = 'last_row';
/** What opens above a row takes the focus only for a time. */
const above = '[role="dialog"], .ant-modal-root, .ant-dropdown';

/** Only for the entry at which it was left: opened anew, a list begins at its first row. */
function placeLeftAt(entry: string): Place | null {
  const left = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as (Place & { entry: string }) | null;
  return left?.entry === entry ? left : null;
}

/** If the browser has no storage left, the list begins at its first row when the person comes back to it. */
function leaveAt(entry: string, place: Place): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ entry, ...place }));
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}

/** Remembers the row of a list that had the focus last, also while another page is open. */
export function useKeptRow(box: RefObject<HTMLElement | null>): () => Kept {
  const { key: entry } = useLocation();
  const kept = useRef<Kept>(null);
  const now = () => {
    if (kept.current?.entry !== entry) {
      const place = placeLeftAt(entry);
      kept.current = { entry, place, isThere: place !== null };
    }
    return kept.current;
  };
  const note = useEffectEvent(({ type, target }: Event) => {
    if (!(target instanceof Element) || target.closest(above) !== null) return;
    // A dialog leaves the focus there if the row is gone.
    if (type === 'focusin' && target.id === 'content') return;
    const row = box.current?.contains(target) === true ? target.closest<HTMLElement>('[data-row-key]') : null;
    const id = row?.dataset['rowKey'];
    const state = now();
    state.isThere = id !== undefined;
    if (row === null || id === undefined || box.current === null) return;
    state.place = { id, no: [...box.current.querySelectorAll('[data-row-key]')].indexOf(row) };
    leaveAt(entry, state.place);
  });
  useEffect(() => {
    const listen = (event: Event) => note(event);
    addEventListener('focusin', listen);
    addEventListener('pointerdown', listen);
    return () => {
      removeEventListener('focusin', listen);
      removeEventListener('pointerdown', listen);
    };
  }, []);
  return now;
}
