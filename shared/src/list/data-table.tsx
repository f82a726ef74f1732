import Checkbox from 'antd/es/checkbox';
import Table, { type ColumnType, type TableProps } from 'antd/es/table';
import type { Key } from 'react';
import { useTranslation } from 'react-i18next';
import { CardOrder } from './card-order.tsx';
import type { Column } from './columns.tsx';
import { Pager, type PagedPart } from './pager.tsx';
import type { List } from './use-list.tsx';
import { useNarrow } from './use-narrow.tsx';
import styles from './data-table.module.css';

export interface Selection<Row> {
  keys: readonly string[];
  onChange: (keys: string[], rows: Row[]) => void;
  isDisabled?: (row: Row) => boolean;
}

interface DataTableProps<Row, Sort extends string> {
  /** The accessible name of the table. */
  label: string;
  list: Pick<List<Row, never, Sort>, 'rows' | 'isRefreshing' | 'sort' | 'sorts' | 'setSort' | PagedPart>;
  columns: readonly Column<Row, Sort>[];
  selection?: Selection<NoInfer<Row>>;
}

/** The rows of a list: a table, or cards on a phone. It scrolls inside its own box, never the page. */
export function DataTable<Row extends { id: string }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const isNarrow = useNarrow();
  return (
    <div className={styles.box} aria-busy={props.list.isRefreshing} data-refreshing={props.list.isRefreshing}>
      {isNarrow ? (
        <>
          <CardOrder list={props.list} columns={props.columns} />
          <Cards {...props} />
        </>
      ) : (
        <WideTable {...props} />
      )}
      <Pager list={props.list} />
    </div>
  );
}

function WideTable<Row extends { id: string }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { list, columns, selection, label } = props;
  const onChange: TableProps<Row>['onChange'] = (_pages, _filters, sorter, { action }) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter;
    if (action !== 'sort' || one?.columnKey === undefined) return;
    const direction = one.order === 'descend' ? '-' : '';
    list.setSort(`${direction}${String(one.columnKey)}` as Sort);
  };
  return (
    <Table<Row>
      aria-label={label}
      rowKey="id"
      size="middle"
      dataSource={[...list.rows]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      onChange={onChange}
      columns={columns.flatMap((column, index) =>
        column.isHidden === true ? [] : [tableColumn(column, String(index), list)],
      )}
      {...(selection && {
        rowSelection: {
          selectedRowKeys: [...selection.keys],
          onChange: (keys: Key[], rows: Row[]) => selection.onChange(keys.map(String), rows),
          getCheckboxProps: (row: Row) => ({ disabled: selection.isDisabled?.(row) ?? false }),
        },
      })}
    />
  );
}

function tableColumn<Row, Sort extends string>(
  column: Column<Row, Sort>,
  key: string,
  list: Pick<List<never, never, Sort>, 'sort' | 'sorts'>,
): ColumnType<Row> {
  return {
    key: column.sort ?? key,
    title: column.isActions ? <span className={styles.hidden}>{column.title}</span> : column.title,
    align: column.align ?? 'start',
    // The actions of a row stay visible however wide the table is.
    ...(column.isActions === true && { fixed: 'end' as const, className: styles.actions ?? '' }),
    ...(column.width !== undefined && { width: column.width }),
    render: (_: unknown, row: Row) => column.render(row),
    ...(column.sort !== undefined && sortable(list, column.sort)),
  };
}

/** A list always has a sort order, so a third click reverses it again instead of removing it. */
function sortable<Sort extends string>(
  { sort, sorts }: Pick<List<never, never, Sort>, 'sort' | 'sorts'>,
  by: Sort,
) {
  const order = sort === by ? ('ascend' as const) : sort === `-${by}` ? ('descend' as const) : null;
  const isServed = (one: string) => sorts.some((served) => served === one);
  const directions = [
    ...(isServed(by) ? ['ascend' as const] : []),
    ...(isServed(`-${by}`) ? ['descend' as const] : []),
  ];
  return { sorter: true, sortOrder: order, sortDirections: [...directions, ...directions.slice(0, 1)] };
}

function Cards<Row extends { id: string }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { list, columns, label, selection } = props;
  const heading = columns.find((column) => column.isHeading);
  const facts = columns.filter(
    (column) => column !== heading && !column.isActions && column.isHidden !== true,
  );
  const actions = columns.find((column) => column.isActions);
  return (
    <ul className={styles.cards} aria-label={label}>
      {list.rows.map((row) => (
        <li key={row.id} data-row-key={row.id} className={styles.card}>
          <div className={styles.cardHeading}>
            {selection && <CardCheckbox row={row} selection={selection} rows={list.rows} />}
            {heading?.render(row)}
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

interface CardCheckboxProps<Row> {
  row: Row;
  rows: readonly Row[];
  selection: Selection<Row>;
}

function CardCheckbox<Row extends { id: string }>({ row, rows, selection }: CardCheckboxProps<Row>) {
  const { t } = useTranslation('shared');
  const toggle = (isChecked: boolean) => {
    const keys = isChecked ? [...selection.keys, row.id] : selection.keys.filter((key) => key !== row.id);
    selection.onChange(
      keys,
      rows.filter((one) => keys.includes(one.id)),
    );
  };
  return (
    <Checkbox
      aria-label={t('list.select')}
      checked={selection.keys.includes(row.id)}
      disabled={selection.isDisabled?.(row) ?? false}
      onChange={(event) => toggle(event.target.checked)}
    />
  );
}
