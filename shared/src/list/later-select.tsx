import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { Suspense, useState, type ReactNode } from 'react';
import { loadSelects } from './load-selects.ts';
import styles from './later-select.module.css';

interface LaterSelectProps {
  id?: string;
  'aria-label'?: string;
  /** The chosen option, or the name of what is to be chosen. */
  text: string;
  isChosen: boolean;
  variant?: 'filled' | 'outlined';
  /** A select that is not closed, or that shows more than a text. */
  isNeeded?: boolean;
  minInlineSize?: number;
  children: (asked: { autoFocus?: boolean; defaultOpen?: boolean }) => ReactNode;
}

/**
 * A closed select, until somebody presses it: antd's Select, which then takes its place and opens, loads only when it is wanted. It is a
 * tenth of the script of a list, where few people change a filter.
 */
export function LaterSelect({
  text,
  isChosen,
  variant = 'filled',
  isNeeded = false,
  minInlineSize,
  children,
  ...rest
}: LaterSelectProps) {
  const [isPressed, setPressed] = useState(false);
  const load = () => void loadSelects().catch(() => undefined);
  const closed = (
    <button
      {...rest}
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={isPressed}
      className={styles.box}
      data-outlined={variant === 'outlined'}
      data-chosen={isChosen}
      style={{ minInlineSize }}
      onPointerEnter={load}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && setPressed(true)}
    >
      <span className={styles.text}>{text}</span>
      <DownOutlined aria-hidden className={styles.arrow} />
    </button>
  );
  if (!isPressed && !isNeeded) return closed;
  return (
    <Suspense fallback={closed}>{children(isPressed ? { autoFocus: true, defaultOpen: true } : {})}</Suspense>
  );
}
