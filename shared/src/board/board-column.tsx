import Button from 'antd/es/button';
import { useState, type ReactNode, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import { usePages } from '../list/use-pages.tsx';
import { ErrorBox } from '../read/error-box.tsx';
import { PageSkeleton } from '../read/page-skeleton.tsx';
import { countText } from '../record/count-text.tsx';
import type { BoardRow } from './board-card.tsx';
import { CardBlock } from './card-block.tsx';
import styles from './board.module.css';

export interface ColumnCount {
  count: number;
  isCapped: boolean;
}

export const columnCount = ({ count, isCapped }: ColumnCount = { count: 0, isCapped: false }): string =>
  `${countText(count)}${isCapped ? '+' : ''}`;

/** Cards are removed from the page in blocks of this size while they are far outside the visible area. */
const blockSize = 25;

/** The next page of a column is fetched when its end is this close. */
const nearPx = 800;

interface BoardColumnProps<E extends Endpoint, Row> {
  status: string;
  title: string;
  count: ColumnCount | undefined;
  /** What else the heading says, such as the value of the cards. */
  note?: ReactNode;
  list: E;
  /** The query that reads the cards of this column. */
  input: InputOf<E>;
  /** Cards that are moving into this column or out of it. */
  moved: ReadonlyMap<string, { row: Row; to: string }>;
  /** Whether the dragged card cannot be dropped here. */
  isOff: boolean;
  card: (row: Row, stop: { isStop: boolean; onFocus: (id: string) => void }) => ReactNode;
}

/** One column. Its cards load page by page as it is scrolled. */
export function BoardColumn<E extends Endpoint, Row extends BoardRow>(props: BoardColumnProps<E, Row>) {
  const { status, title, count, note, list, input, moved, isOff, card } = props;
  const { t } = useTranslation('shared');
  const pages = usePages(list, input);
  const [current, setCurrent] = useState<string | null>(null);
  const arriving = [...moved.values()].filter(({ to }) => to === status).map(({ row }) => row);
  const staying = (pages.rows as readonly Row[]).filter(({ id }) => !moved.has(id));
  const rows = [...arriving, ...staying];
  const stop = rows.some(({ id }) => id === current) ? current : rows[0]?.id;
  const blocks = Array.from({ length: Math.ceil(rows.length / blockSize) }, (_none, index) => {
    const from = index * blockSize;
    return { at: from, cards: rows.slice(from, from + blockSize) };
  });
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    if (pages.hasMore && scrollHeight - scrollTop - clientHeight < nearPx) pages.more();
  };
  const id = `board-${status}`;
  return (
    <section className={styles.column} aria-labelledby={id} data-drop={status} data-off={isOff}>
      <h2 id={id} className={styles.heading}>
        {title} {count !== undefined && <span className={styles.count}>{columnCount(count)}</span>}
      </h2>
      {note !== undefined && <div className={styles.note}>{note}</div>}
      {pages.error !== null && <ErrorBox error={pages.error} onRetry={pages.retry} />}
      <div className={styles.cards} onScroll={onScroll}>
        {pages.isLoading && <PageSkeleton shape="form" />}
        {blocks.map(({ at, cards }) => (
          <CardBlock key={at}>
            {cards.map((row) => card(row, { isStop: row.id === stop, onFocus: setCurrent }))}
          </CardBlock>
        ))}
        {pages.hasMore && (
          <Button block type="text" tabIndex={-1} onClick={pages.more}>
            {t('board.more')}
          </Button>
        )}
      </div>
    </section>
  );
}
