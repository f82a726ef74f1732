import { useDeferredValue, useId } from 'react';
import { CardOrder } from './card-order.tsx';
import type { Column } from './columns.tsx';
import { Pager, type PagedPart } from './pager.tsx';
import { RowTable } from './row-table.tsx';
import { TickRow, TicksContext, useTicks, type Selection } from './selection.tsx';
import type { List } from './use-list.tsx';
import { useNarrow } from './use-narrow.tsx';
import styles from './data-table.module.css';

interface DataTableProps<Row, Sort extends string> {
  /** The accessible name of the table. */
  label: string;
  list: Pick<List<Row, never, Sort>, 'rows' | 'isRefreshing' | 'sort' | 'sorts' | 'setSort' | PagedPart>;
  columns: readonly Column<Row, Sort>[];
  selection?: Selection<NoInfer<Row>>;
}

/**
 * The rows of a list: a table, or cards on a phone. It scrolls inside its own box, never the page. New rows are drawn when there is time,
 * in parts, so that a key pressed meanwhile is answered.
 */
export function DataTable<Row extends { id: string }, Sort extends string>({
  label,
  list,
  columns,
  selection,
}: DataTableProps<Row, Sort>) {
  const isNarrow = useNarrow();
  const ticks = useTicks(list.rows, selection, list.isRefreshing);
  const table = { label, rows: list.rows, columns, isTickable: selection !== undefined };
  const drawn = useDeferredValue(isNarrow ? <Cards {...table} /> : <RowTable {...table} sorting={list} />);
  return (
    <div className={styles.box} aria-busy={list.isRefreshing} data-refreshing={list.isRefreshing}>
      {isNarrow && <CardOrder list={list} columns={columns} />}
      <TicksContext value={ticks}>{drawn}</TicksContext>
      <Pager list={list} />
    </div>
  );
}

interface CardsProps<Row, Sort extends string> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row, Sort>[];
  isTickable: boolean;
}

function Cards<Row extends { id: string }, Sort extends string>({
  label,
  rows,
  columns,
  isTickable,
}: CardsProps<Row, Sort>) {
  const id = useId();
  const heading = columns.find((column) => column.isHeading);
  const facts = columns.filter(
    (column) => column !== heading && !column.isActions && column.isHidden !== true,
  );
  const actions = columns.find((column) => column.isActions);
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} data-row-key={row.id} className={styles.card}>
          <div className={styles.cardHeading}>
            {isTickable && <TickRow id={row.id} labelId={`${id}${row.id}`} />}
            <div id={`${id}${row.id}`}>{heading?.render(row)}</div>
          </div>
          <dl className={styles.facts}>
            {facts.map((column) => (
              <div key={column.title} className={styles.fact}>
                <dt>{column.title}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
          {actions && <div className={styles.cardActions}>{actions.render(row)}</div>}
        </li>
      ))}
    </ul>
  );
}
