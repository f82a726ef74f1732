import { useEffect, useRef, useState, type FocusEvent } from 'react';

/** When the component is closed, the focus returns to where it was, or to the page if that element is gone. */
export function useReturnFocus(): void {
  const [opener] = useState(openerNow);
  useEffect(
    () => () => {
      if (opener?.isConnected === true && opener !== document.body) opener.focus({ preventScroll: true });
      else document.getElementById('content')?.focus({ preventScroll: true });
    },
    [opener],
  );
}

/**
 * Manages the focus of a dialog. It starts in the first field, or else on the confirming button, where antd would focus
 * the close button. A dangerous step starts on Cancel, so that a stray Enter does no harm. When the dialog closes, the
 * focus returns to where it was, or to the page if that element is gone. The result belongs in the Modal's `wrapProps`.
 */
export function useDialogFocus({ isDangerous = false } = {}) {
  useReturnFocus();
  const isInside = useRef(false);
  return {
    onFocusCapture: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      if (isInside.current) return;
      isInside.current = true;
      if (target.closest('.ant-modal-body, .ant-modal-footer') === null) {
        first(currentTarget, isDangerous ? '' : '.ant-btn-primary')?.focus();
      }
    },
  };
}

const first = (dialog: HTMLElement, kind: string): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('.ant-modal-body [data-first="true"]') ??
  dialog.querySelector<HTMLElement>(
    // Of a choice, the option that is chosen.
    '.ant-modal-body :is(input, textarea):not([disabled], [type="hidden"], [type="file"], [type="radio"]:not(:checked))',
  ) ??
  dialog.querySelector<HTMLElement>(`.ant-modal-footer .ant-btn${kind}:not([disabled])`) ??
  dialog.querySelector<HTMLElement>('.ant-modal-footer .ant-btn:not([disabled])');

/** A menu entry disappears with its menu, so the button that opened the menu is used instead. */
function openerNow(): HTMLElement | null {
  const { activeElement } = document;
  const isInMenu = activeElement?.closest('.ant-dropdown') !== null;
  const opener = isInMenu ? document.querySelector('.ant-dropdown-open') : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}
