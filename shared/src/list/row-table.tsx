import { useId } from 'react';
import type { Column } from './columns.tsx';
import { reachableScroll } from './reachable-scroll.tsx';
import { rowKeys } from './row-keys.ts';
import { TickAll, TickRow } from './selection.tsx';
import styles from './row-table.module.css';

/** How the rows are sorted, and the sorts that the endpoint serves. */
export interface Sorting<Sort extends string> {
  sort: Sort | undefined;
  sorts: readonly Sort[];
  setSort: (sort: Sort) => void;
}

interface RowTableProps<Row, Sort extends string> {
  /** The accessible name of the table. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row, Sort>[];
  sorting?: Sorting<Sort>;
  /** The rows have boxes; what these tick is the `TicksContext`. */
  isTickable?: boolean;
  /** Lower rows, for the parts of a record. */
  isDense?: boolean;
  /** Words wrap, so that the table is never wider than its place. */
  isFluid?: boolean;
}

/**
 * A table of rows. It scrolls inside its own box, and the actions of a row stay at its end. The arrow keys move between rows,
 * Space ticks the row of a link, and Shift ticks all rows up to the last one ticked.
 */
export function RowTable<Row extends { id: string }, Sort extends string>(props: RowTableProps<Row, Sort>) {
  const { label, rows, sorting, isTickable = false, isDense = false, isFluid = false } = props;
  const columns = props.columns.filter((column) => column.isHidden !== true);
  const id = useId();
  return (
    <div ref={reachableScroll} className={styles.scroll}>
      <table aria-label={label} className={styles.table} data-dense={isDense} data-fluid={isFluid}>
        <thead>
          <tr>
            {isTickable && (
              <th scope="col" className={styles.tick}>
                <TickAll />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody ref={rowKeys}>
          {rows.map((row) => (
            <tr key={row.id} data-row-key={row.id}>
              {isTickable && (
                <td className={styles.tick}>
                  <TickRow id={row.id} labelId={`${id}${row.id}`} />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.title}
                  {...(column.isHeading === true && { id: `${id}${row.id}` })}
                  {...placeOf(column)}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const placeOf = ({ isActions, align }: Pick<Column<never>, 'isActions' | 'align'>) => ({
  className: isActions === true ? styles.actions : align === 'end' ? styles.figures : undefined,
});

interface HeadingProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  sorting: Sorting<Sort> | undefined;
}

function Heading<Row, Sort extends string>({ column, sorting }: HeadingProps<Row, Sort>) {
  const { title, sort: by, width, isActions } = column;
  const place = { scope: 'col', style: { inlineSize: width }, ...placeOf(column) } as const;
  if (isActions === true) {
    return (
      <th {...place}>
        <span className={styles.hidden}>{title}</span>
      </th>
    );
  }
  if (by === undefined || sorting === undefined) return <th {...place}>{title}</th>;
  const { sort, setSort } = sorting;
  const order = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  return (
    <th {...place} aria-sort={order}>
      <button type="button" className={styles.sort} onClick={() => setSort(nextSort(sorting, by))}>
        {title}
      </button>
    </th>
  );
}

/** A list always has a sort order, so a third press reverses it again instead of removing it. Upwards comes first. */
function nextSort<Sort extends string>({ sort, sorts }: Sorting<Sort>, by: Sort): Sort {
  const down = sorts.find((one) => one === `-${by}`);
  const up = sorts.find((one) => one === by) ?? down ?? by;
  return sort === up ? (down ?? up) : up;
}
