import { useEffect, useRef, type ReactNode } from 'react';
import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { laterPart, type FailedProps } from '@daybook/shared/read/later-part';
import type { LoadCode } from '@daybook/shared/read/use-code';

export interface PanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Says that the panel could not be loaded, and closes it, so that whoever opens it again asks for it again. */
function PanelFailed({ given: { isOpen, onClose }, onRetry }: FailedProps<PanelProps>) {
  const hasClosed = useRef(false);
  useEffect(() => {
    if (!isOpen) hasClosed.current = true;
    else if (hasClosed.current) onRetry();
    else {
      notify.failure(i18n.t('host:failure.title'), { key: 'panel' });
      onClose();
    }
  }, [isOpen, onClose, onRetry]);
  return null;
}

/** A panel that opens over the page, and loads when it is first opened. */
export const laterPanel = (load: LoadCode<PanelProps>) => laterPart(load, { Failed: PanelFailed });

const pauseMs = 5_000;

function AskAgain({ onRetry }: Pick<FailedProps<object>, 'onRetry'>) {
  useEffect(() => {
    const timer = setTimeout(onRetry, pauseMs);
    return () => clearTimeout(timer);
  }, [onRetry]);
  return null;
}

/** A part of the shell that nobody opens, such as notices: it is asked for until it comes. */
export const laterByItself = <Props extends object>(load: LoadCode<Props>, waiting: ReactNode = null) =>
  laterPart(load, { waiting, Failed: AskAgain });
