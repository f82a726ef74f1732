import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { createContext, startTransition, Suspense, useContext, useState, type ReactNode } from 'react';
import type { Asked } from './list-selects.tsx';
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
  children: (asked: Asked) => ReactNode;
}

/** Whether somebody has just asked for this filter: the select itself comes then, with the focus. */
export const JustAdded = createContext(false);

const opening: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' ']);

const load = () => void loadSelects().catch(() => undefined);

/**
 * A closed select, until somebody comes to it: antd's Select, which then takes its place with the focus, loads only when it is wanted.
 * It is a tenth of the script of a list, where few people change a filter.
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
  const isAdded = useContext(JustAdded);
  const [asked, setAsked] = useState<Asked | null>(isAdded ? { autoFocus: true } : null);
  // As a transition, so that the closed one stays, with the focus, until the other has loaded.
  const ask = (defaultOpen: boolean) =>
    startTransition(() =>
      setAsked((before) => ({ autoFocus: true, defaultOpen: defaultOpen || before?.defaultOpen === true })),
    );
  const closed = (
    <span
      className={styles.box}
      data-outlined={variant === 'outlined'}
      data-chosen={isChosen}
      style={{ minInlineSize }}
    >
      <span className={styles.text} aria-hidden="true">
        {text}
      </span>
      <DownOutlined aria-hidden className={styles.arrow} />
      <input
        {...rest}
        className={styles.input}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        // Its list comes with the select that takes its place.
        aria-controls={undefined}
        readOnly
        value={isChosen ? text : ''}
        onPointerEnter={load}
        onPointerDown={() => ask(true)}
        onClick={() => ask(true)}
        onFocus={() => ask(false)}
        onKeyDown={({ key }) => opening.has(key) && ask(true)}
      />
    </span>
  );
  return (
    // Not the closed one under the hand of somebody who is about to set the other.
    <Suspense fallback={isAdded ? null : closed}>
      {asked === null && !isNeeded ? closed : children(asked ?? {})}
    </Suspense>
  );
}
