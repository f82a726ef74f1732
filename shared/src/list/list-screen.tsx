import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import Input from 'antd/es/input';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../read/error-box.tsx';
import { PageSkeleton } from '../read/page-skeleton.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { ExportButton } from './export-button.tsx';
import { FoldedFilters } from './folded-filters.tsx';
import type { ColumnChoice } from './use-column-choice.tsx';
import { useTotalText, type List } from './use-list.tsx';
import { useNarrow } from './use-narrow.tsx';
import styles from './list-screen.module.css';

type Shown = Pick<
  List,
  | 'rows'
  | 'isLoading'
  | 'error'
  | 'isStale'
  | 'retry'
  | 'q'
  | 'setQ'
  | 'filter'
  | 'isFiltered'
  | 'clear'
  | 'isFirst'
  | 'goTo'
  | 'counted'
  | 'exportAs'
>;

interface ListScreenProps {
  title: string;
  list: Shown;
  /** The only primary button; offered again as the first step while the list is empty. */
  primary?: ReactNode;
  /** What the search covers; without it there is no search box. */
  search?: string;
  filters?: ReactNode;
  /** Instead of `filters`: a `FilterBar`. */
  filterBar?: ReactNode;
  /** Set if a person may choose the columns of the table. */
  columns?: Pick<ColumnChoice, 'choices' | 'isLoading' | 'isChosen' | 'choose' | 'reset'>;
  /** Other views of the same records; they stand beside the title. */
  views?: ReactNode;
  /** What is to be known before the rows, below the title. */
  about?: ReactNode;
  /** Shown if there are no records at all. */
  empty: string;
  /** Actions on the selected rows; they cover search and filters, so that the rows stay where they are. */
  bulk?: ReactNode;
  /** Whether the header has no room for the words of its own buttons; usual beside views. */
  isTight?: boolean;
  /** The table. */
  children: ReactNode;
}

/** The structure of every list. It handles loading, refusal, failure, no records and no match. */
export function ListScreen({
  title,
  list,
  primary,
  search,
  filters,
  filterBar,
  columns,
  views,
  about,
  empty,
  bulk,
  isTight = views !== undefined,
  children,
}: ListScreenProps) {
  const isNarrow = useNarrow();
  return (
    <section aria-labelledby="list-title" className={styles.screen} data-selected={bulk !== undefined}>
      <header className={styles.header}>
        <div className={styles.heading}>
          {/* The count comes later, and would give the heading another name. */}
          <div className={styles.titleLine}>
            <h1 id="list-title" className={styles.title}>
              {title}
            </h1>{' '}
            <Total counted={list.counted} />
          </div>
          {views}
        </div>
        <div className={styles.actions}>
          {columns && <ColumnMenu of={columns} isTight={isTight} />}
          {list.exportAs && <ExportButton exportAs={list.exportAs} isTight={isTight} />}
          {primary}
        </div>
      </header>
      {about}
      {bulk !== undefined && (
        <div className={styles.bulk}>
          <div className={styles.bulkBar}>{bulk}</div>
        </div>
      )}
      <div className={styles.tools} inert={bulk !== undefined && !isNarrow}>
        {search !== undefined && <SearchBox label={search} q={list.q} setQ={list.setQ} />}
        {filters !== undefined && <FoldedFilters filter={list.filter}>{filters}</FoldedFilters>}
        {filterBar}
      </div>
      {list.isStale && <Stale retry={list.retry} />}
      {/* Without the chosen columns the table would first be drawn with others. */}
      <Body list={columns?.isLoading ? { ...list, isLoading: true } : list} empty={empty} primary={primary}>
        {children}
      </Body>
    </section>
  );
}

type BodyProps = Pick<ListScreenProps, 'list' | 'empty' | 'primary' | 'children'>;

function Body({ list, empty, primary, children }: BodyProps) {
  const { t } = useTranslation('shared');
  if (list.error !== null) return <ErrorBox error={list.error} onRetry={list.retry} />;
  if (list.isLoading) return <PageSkeleton shape="list" />;
  if (list.rows.length > 0) return children;
  if (list.isFiltered) {
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.noneMatch')}>
        <Button onClick={list.clear}>{t('list.clear')}</Button>
      </Empty>
    );
  }
  // The rows of a later page may have been deleted; the list itself is not empty.
  if (!list.isFirst) {
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('list.pageGone')}>
        <Button onClick={() => list.goTo(null)}>{t('pager.first')}</Button>
      </Empty>
    );
  }
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty}>
      <div className={styles.first}>{primary}</div>
    </Empty>
  );
}

const Total = ({ counted }: Pick<Shown, 'counted'>) => (
  <span className={styles.total}>{useTotalText(counted)}</span>
);

const typingPauseMs = 250;

function Stale({ retry }: Pick<Shown, 'retry'>) {
  const { t } = useTranslation('shared');
  return (
    <Alert
      type="warning"
      banner
      title={t('list.stale')}
      action={<Button onClick={retry}>{t('error.retry')}</Button>}
    />
  );
}

/**
 * Searches when typing pauses. The address follows with a delay, so it may report a term that this box sent earlier.
 * Only a term that did not come from here (back, "clear") replaces what is typed.
 */
export function SearchBox({ label, q, setQ }: { label: string; q: string; setQ: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (known !== q) {
    setKnown(q);
    const place = sent.indexOf(q);
    setSent(sent.slice(place + 1));
    if (place === -1) setTyped(q);
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === (sent.at(-1) ?? q)) return;
      setSent([...sent, typed]);
      setQ(typed);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, q, sent, setQ]);
  return (
    <Input
      type="search"
      className={styles.search ?? ''}
      aria-label={label}
      placeholder={label}
      prefix={<SearchOutlined />}
      allowClear
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
