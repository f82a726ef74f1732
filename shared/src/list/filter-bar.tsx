import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import Button from 'antd/es/button';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countText } from '../record/count-text.tsx';
import { JustAdded } from './later-select.tsx';
import { MenuButton } from './menu-button.tsx';
import type { List } from './use-list.tsx';
import { useNarrow } from './use-narrow.tsx';
import styles from './list-screen.module.css';

/** A filter with its control, which shows its value and clears it. */
export interface BarFilter<Filter> {
  /** What the control sets; a range of dates sets two. */
  names: readonly (keyof Filter & string)[];
  label: string;
  control: ReactNode;
  /** It takes the place of two, as a range of dates does. */
  isWide?: boolean;
}

interface FilterBarProps<Filter> {
  list: Pick<List<never, Filter>, 'filter' | 'setFilter'>;
  /** Those used most come first: as many as fit into one line are always in the bar. */
  filters: readonly BarFilter<NoInfer<Filter>>[];
  /** What stands after the filters, such as saved views. */
  children?: ReactNode;
}

/** How many filters are at hand. */
const atHand = 4;

/**
 * The filters of a list beside its search: a few at hand, and those that are set. The others are offered by a button. On a
 * phone only those that are set are visible, and one button shows the rest, or they would push the rows off the screen.
 */
export function FilterBar<Filter>({ list, filters, children }: FilterBarProps<Filter>) {
  const { t } = useTranslation('shared');
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const { inBar, others, add, added, control } = useBar(list, filters);
  const id = useId();
  const isSet = isSetIn(list);
  const set = filters.filter(isSet);
  const clear = () =>
    list.setFilter(
      Object.fromEntries(
        set.flatMap(({ names }) => names.map((name) => [name, undefined])),
      ) as Partial<Filter>,
    );
  const isFolded = isNarrow && !isOpen;
  return (
    <>
      {isNarrow && (
        <Button
          icon={<DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi>
            {t('list.filters')}
            {set.length > 0 && ` (${countText(set.length)})`}
          </bdi>
        </Button>
      )}
      <div id={id} className={styles.filters} hidden={isFolded && set.length === 0}>
        {inBar.map((filter) => (
          <div
            key={filter.label}
            ref={filter.label === added ? control : null}
            className={styles.filter}
            hidden={isFolded && !isSet(filter)}
          >
            <JustAdded value={filter.label === added}>{filter.control}</JustAdded>
          </div>
        ))}
        {!isFolded && (
          <>
            {others.length > 0 && <MoreFilters filters={others} add={add} />}
            {children}
          </>
        )}
        {set.length > 0 && (
          <Button type="link" className={styles.clear ?? ''} onClick={clear}>
            {t('list.clearFilters')}
          </Button>
        )}
      </div>
    </>
  );
}

const isSetIn =
  <Filter,>({ filter }: Pick<List<never, Filter>, 'filter'>) =>
  ({ names }: BarFilter<Filter>): boolean =>
    names.some((name) => filter[name] !== undefined);

/** How many of the filters, from the first one on, fit into the places of the bar. */
function placesOf(filters: readonly { isWide?: boolean }[]): number {
  const taken = filters.map((_, index) =>
    filters.slice(0, index + 1).reduce((sum, { isWide }) => sum + (isWide === true ? 2 : 1), 0),
  );
  return taken.filter((places) => places <= atHand).length;
}

/** Which filters are in the bar. One that was set or added stays there while the list is open, even after it is cleared. */
function useBar<Filter>(list: Pick<List<never, Filter>, 'filter'>, filters: readonly BarFilter<Filter>[]) {
  const [kept, setKept] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<string | null>(null);
  const come = filters.filter((filter) => isSetIn(list)(filter) && !kept.includes(filter.label));
  if (come.length > 0) setKept([...kept, ...come.map(({ label }) => label)]);
  const first = placesOf(filters);
  const inBar = filters.filter(({ label }, index) => index < first || kept.includes(label));
  const others = filters.filter((filter) => !inBar.includes(filter));
  const control = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (added !== null) control.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [added]);
  const add = (label: string) => {
    setKept([...kept, label]);
    setAdded(label);
  };
  return { inBar, others, add, added, control };
}

interface MoreFiltersProps {
  filters: readonly { label: string }[];
  add: (label: string) => void;
}

function MoreFilters({ filters, add }: MoreFiltersProps) {
  const { t } = useTranslation('shared');
  const items = filters.map(({ label }) => ({
    key: label,
    label: <bdi>{label}</bdi>,
    onClick: () => add(label),
  }));
  return (
    <MenuButton
      menu={{ items }}
      color="default"
      variant="dashed"
      icon={<PlusOutlined aria-hidden />}
      iconPlacement="end"
    >
      {t('list.filter')}
    </MenuButton>
  );
}
