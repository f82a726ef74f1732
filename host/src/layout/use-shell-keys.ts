import { useEffect } from 'react';
import { keepTyping } from '../search/type-ahead.ts';
import type { Panel } from './shell-panels.tsx';

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** Ctrl/⌘ K opens the search from anywhere. `?` outside of fields shows the keys. */
export function useShellKeys(open: (panel: Panel) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch =
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === 'k';
      const isHelp = event.key === '?' && !event.ctrlKey && !event.metaKey && !isTypedInto(event.target);
      if (!isSearch && !isHelp) return;
      event.preventDefault();
      if (isSearch) keepTyping();
      open(isSearch ? 'search' : 'keys');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
}

/** The name of the modifier key on this machine. */
export const modifierKey = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl');
