import { useEffect, useRef, useState, type FocusEvent } from 'react';

/**
 * Where the keyboard is while a dialog is shown: at first in its first field, or on what it is about to do, where antd would take the
 * cross; and when the dialog goes, where it was before, or in the page when that is gone. Its answer belongs to the Modal's `wrapProps`. What is dangerous
 * begins on Cancel: Enter pressed once too often does no harm.
 */
export function useDialogFocus({ isDangerous = false } = {}) {
  const [opener] = useState(openerNow);
  const isInside = useRef(false);
  useEffect(
    () => () => {
      if (opener?.isConnected === true && opener !== document.body) opener.focus({ preventScroll: true });
      else document.getElementById('content')?.focus({ preventScroll: true });
    },
    [opener],
  );
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
    '.ant-modal-body :is(input, textarea):not([disabled], [type="hidden"], [type="file"])',
  ) ??
  dialog.querySelector<HTMLElement>(`.ant-modal-footer .ant-btn${kind}:not([disabled])`) ??
  dialog.querySelector<HTMLElement>('.ant-modal-footer .ant-btn:not([disabled])');

/** An entry of a menu is gone with its menu; the button that opened it stays. */
function openerNow(): HTMLElement | null {
  const { activeElement } = document;
  const isInMenu = activeElement?.closest('.ant-dropdown') !== null;
  const opener = isInMenu ? document.querySelector('.ant-dropdown-open') : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}
