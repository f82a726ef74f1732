import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '@daybook/shared/notify';
import type { Asked } from './list-selects.tsx';
import { loadedSelects, loadSelects, type Selects } from './load-selects.ts';
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
  children: (selects: Selects, asked: Asked) => ReactNode;
}

/** Whether somebody has just asked for this filter: the select itself comes then, with the focus. */
export const JustAdded = createContext(false);

const opening: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' ']);

/** Ahead of the press; a failure comes up again with the press. */
const loadAhead = () => void loadSelects().catch(() => undefined);

/** A field in which somebody writes: no select may take the focus from there. */
const isWriting = (): boolean => document.activeElement?.matches('input, textarea') === true;

/**
 * The selects, once the person comes to this one, or at once if it is needed. Until then `asked` follows the hand: who has gone on before
 * they come is not called back. If they cannot be loaded, the closed one stays, and the next press asks again.
 */
function useSelects(isNeeded: boolean) {
  const { t } = useTranslation('shared');
  const isAdded = useContext(JustAdded);
  const isWanted = isNeeded || isAdded;
  const [selects, setSelects] = useState(isWanted ? loadedSelects : null);
  const [asked, setAsked] = useState<Asked>({ autoFocus: isAdded });
  const [hasFailed, setFailed] = useState(false);
  const hand = useRef<Asked | null>(null);
  const isMissing = isWanted && selects === null;
  useEffect(() => {
    if (!isMissing) return;
    const show = (loaded: Selects) => {
      if (isWriting()) setAsked({});
      setSelects(loaded);
    };
    loadSelects().then(show, () => setFailed(true));
  }, [isMissing]);
  const ask = (isOpen: boolean) => {
    hand.current = { autoFocus: true, defaultOpen: isOpen || hand.current?.defaultOpen === true };
    loadSelects().then(
      (loaded) =>
        // As a transition, so that a press that has begun ends on what it began on.
        startTransition(() => {
          setAsked(hand.current ?? {});
          setSelects(loaded);
        }),
      () => {
        // Once for a press, and not for everybody who only passes by on the keyboard.
        if (hand.current?.defaultOpen) notify.failure(t('refusal.NETWORK'), { key: 'selects' });
        hand.current = null;
      },
    );
  };
  const leave = () => {
    hand.current = null;
  };
  return { selects, asked, ask, leave, isComing: isAdded && !hasFailed };
}

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
  const { selects, asked, ask, leave, isComing } = useSelects(isNeeded);
  if (selects !== null) return children(selects, asked);
  // Not the closed one under the hand of somebody who is about to set the other.
  if (isComing) return null;
  return (
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
        onPointerEnter={loadAhead}
        onPointerDown={() => ask(true)}
        onClick={() => ask(true)}
        onFocus={() => ask(false)}
        onBlur={leave}
        onKeyDown={({ key }) => opening.has(key) && ask(true)}
      />
    </span>
  );
}
