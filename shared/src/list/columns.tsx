import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Amount } from '../record/amount.tsx';
import { DateText } from '../record/date-text.tsx';
import { StatusTag, type Tone } from '../record/status-tag.tsx';
import type { ListEndpoints, RowOf, SortOf } from './use-list.tsx';
import styles from './data-table.module.css';

/** One column and how it shows a row. `Sort` are the sorts of the list's endpoint. */
export interface Column<Row, Sort extends string = string> {
  title: string;
  render: (row: Row) => ReactNode;
  sort?: Sort;
  /** Figures are aligned at the end, for comparison. */
  align?: 'start' | 'end';
  /** The minimum width in pixels. Headings and words wrap down to it; figures do not. Without it the column takes the remaining width. */
  width?: number;
  /** Set if a person may hide the column: its name in the address. Status, amount and what the row is have none. */
  name?: string;
  /** Not shown unless the person chooses it; needs a name. */
  isHidden?: boolean;
  /** The heading of a row's card on a phone. */
  isHeading?: boolean;
  /** The column of buttons: it has no title and comes last in the card. */
  isActions?: boolean;
}

/** The columns of a list with these endpoints, which determine rows and sorts. */
export type ColumnsOf<E extends ListEndpoints> = readonly Column<RowOf<E>, SortOf<E>>[];

type Options<Sort extends string> = Pick<Column<never, Sort>, 'sort' | 'width' | 'name' | 'isHidden'>;

/** What a cell without a value shows. */
export const absent = <span aria-hidden="true">–</span>;

/** Long names end in an ellipsis, with the full name in a tooltip. Names in different scripts do not affect each other's direction. */
const Name = ({ isShort = false, children }: { isShort?: boolean; children: string }) => (
  <bdi className={isShort ? styles.shortName : styles.name} title={children}>
    {children}
  </bdi>
);

/** `isShort` is for values that are rarely read in full, such as the relationship manager. */
export function textColumn<Row, Sort extends string = never>(
  title: string,
  text: (row: Row) => string | null | undefined,
  { isShort = false, ...options }: Options<Sort> & { isShort?: boolean } = {},
): Column<Row, Sort> {
  return {
    title,
    ...options,
    render: (row) => {
      const shown = text(row);
      return shown ? <Name isShort={isShort}>{shown}</Name> : absent;
    },
  };
}

/** The name of the row as a link to its record; plain text if `to` is null because this person may not open it. */
export function linkColumn<Row, Sort extends string = never>(
  title: string,
  text: (row: Row) => string,
  to: (row: Row) => string | null,
  options: Options<Sort> = {},
): Column<Row, Sort> {
  return {
    title,
    isHeading: true,
    ...options,
    render: (row) => {
      const name = <Name>{text(row)}</Name>;
      const address = to(row);
      if (address === null) return name;
      return (
        <Link to={address} className={styles.link}>
          {name}
        </Link>
      );
    },
  };
}

/** `currency`: one for the whole column (then only the heading names it), or one for each row. */
export function moneyColumn<Row, Sort extends string = never>(
  title: string,
  amountMinor: (row: Row) => number | null,
  currency: string | ((row: Row) => string),
  options: Options<Sort> & { zeroAsDash?: boolean } = {},
): Column<Row, Sort> {
  const { zeroAsDash = false, ...rest } = options;
  const isOne = typeof currency === 'string';
  return {
    title: isOne ? `${title} (${currency})` : title,
    align: 'end',
    width: 115,
    ...rest,
    render: (row) => {
      const shown = amountMinor(row);
      if (shown === null) return absent;
      return (
        <Amount
          minor={shown}
          currency={isOne ? currency : currency(row)}
          showCurrency={!isOne}
          zeroAsDash={zeroAsDash}
        />
      );
    },
  };
}

export function dateColumn<Row, Sort extends string = never>(
  title: string,
  date: (row: Row) => string | null,
  options: Options<Sort> = {},
): Column<Row, Sort> {
  return {
    title,
    width: 105,
    ...options,
    render: (row) => {
      const shown = date(row);
      return shown === null ? absent : <DateText date={shown} />;
    },
  };
}

export function statusColumn<Row, Sort extends string = never>(
  title: string,
  status: (row: Row) => { tone: Tone; label: string },
  options: Options<Sort> = {},
): Column<Row, Sort> {
  return {
    title,
    width: 120,
    ...options,
    render: (row) => {
      const { tone, label } = status(row);
      return <StatusTag tone={tone}>{label}</StatusTag>;
    },
  };
}

/**
 * The most common action is a button, the others are in a menu. The column stays visible when the table scrolls, so it
 * is only as wide as its buttons.
 */
export function actionsColumn<Row>(title: string, actions: (row: Row) => ReactNode): Column<Row, never> {
  return { title, isActions: true, align: 'end', width: 1, render: actions };
}
