import Button from 'antd/es/button';
import { useState, type ReactNode, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { boardDays, type BoardStatus, type taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { today } from '@daybook/shared/today';
import { countText } from '@daybook/shared/record/count-text';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { usePages } from '@daybook/shared/list/use-pages';
import { daysAfter } from '../../common/days.ts';
import { CardBlock } from './card-block.tsx';
import styles from './board.module.css';

type ListInput = InputOf<typeof tasks.list>;

/** The board shows work completed since this day, unless a filter names another. */
export const boardSince = (): string => daysAfter(today(), -boardDays);

function inputOf(status: BoardStatus, { q, filter }: Pick<ListInput, 'q' | 'filter'>): ListInput {
  const isDone = status === 'completed';
  return {
    q,
    filter: { ...(isDone && { completedFrom: boardSince() }), ...filter, status },
    sort: isDone ? '-dueOn' : 'dueOn',
    pageSize: 50,
  };
}

export type ColumnCount = Pick<OutputOf<typeof taskBoard.columns>['columns'][number], 'count' | 'isCapped'>;

export const columnCount = ({ count, isCapped }: ColumnCount = { count: 0, isCapped: false }): string =>
  `${countText(count)}${isCapped ? '+' : ''}`;

/** Cards are removed from the page in blocks of this size while they are far outside the visible area. */
const blockSize = 25;

/** The next page of a column is fetched when its end is this close. */
const nearPx = 800;

interface BoardColumnProps {
  status: BoardStatus;
  count: ColumnCount | undefined;
  found: Pick<ListInput, 'q' | 'filter'>;
  /** Cards that are moving into this column or out of it. */
  moved: ReadonlyMap<string, { task: TaskRow; to: string }>;
  /** Whether the dragged card cannot be dropped here. */
  isOff: boolean;
  card: (task: TaskRow, stop: { isStop: boolean; onFocus: (id: string) => void }) => ReactNode;
}

/** One status. Its cards load page by page as the column is scrolled. */
export function BoardColumn({ status, count, found, moved, isOff, card }: BoardColumnProps) {
  const { t } = useTranslation('tasks');
  const pages = usePages(tasks.list, inputOf(status, found));
  const [current, setCurrent] = useState<string | null>(null);
  const arriving = [...moved.values()].filter(({ to }) => to === status).map(({ task }) => task);
  const staying = pages.rows.filter(({ id }) => !moved.has(id));
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
        {t(`status.${status}`)}{' '}
        {count !== undefined && <span className={styles.count}>{columnCount(count)}</span>}
      </h2>
      {pages.error !== null && <ErrorBox error={pages.error} onRetry={pages.retry} />}
      {pages.isLoading && <PageSkeleton shape="form" />}
      <div className={styles.cards} onScroll={onScroll}>
        {blocks.map(({ at, cards }) => (
          <CardBlock key={at}>
            {cards.map((task) => card(task, { isStop: task.id === stop, onFocus: setCurrent }))}
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
