import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import {
  Suspense,
  createContext,
  useContext,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
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

const opening = new Set(['Enter', 'ArrowDown', 'ArrowUp']);

/** Keys that open a select: also a letter, by which an option is looked for. */
const opens = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  opening.has(key) || (key.length === 1 && !ctrlKey && !metaKey && !altKey);

/** Whether the person has just asked for this select, so that it has the focus at once. */
export const JustAdded = createContext(false);

/** If it fails, it is tried again when the select is pressed. */
const load = () => void loadSelects().catch(() => undefined);

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
  const isAdded = useContext(JustAdded);
  const list = useId();
  const press = () => setPressed(true);
  const closed = (
    <span
      className={styles.box}
      data-outlined={variant === 'outlined'}
      data-chosen={isChosen}
      style={{ minInlineSize }}
    >
      <span className={styles.text}>{text}</span>
      <DownOutlined aria-hidden className={styles.arrow} />
      <input
        {...rest}
        className={styles.input}
        role="combobox"
        aria-controls={list}
        aria-haspopup="listbox"
        aria-expanded={false}
        readOnly
        value={isChosen ? text : ''}
        onPointerEnter={load}
        onClick={press}
        onKeyDown={(event) => opens(event) && press()}
      />
    </span>
  );
  if (!isPressed && !isNeeded && !isAdded) return closed;
  return (
    <Suspense fallback={closed}>
      {children({
        ...((isPressed || isAdded) && { autoFocus: true }),
        ...(isPressed && { defaultOpen: true }),
      })}
    </Suspense>
  );
}
