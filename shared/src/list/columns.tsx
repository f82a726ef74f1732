import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Amount } from '../record/amount.tsx';
import { DateText } from '../record/date-text.tsx';
import { StatusTag, type Tone } from '../record/status-tag.tsx';
import type { ListEndpoints, RowOf, SortOf } from './use-list.tsx';
import styles from './data-table.module.css';

/** One column: how a row is shown in it. `Sort` are the sorts of the list's endpoint. */
export interface Column<Row, Sort extends string = string> {
  title: string;
  render: (row: Row) => ReactNode;
  sort?: Sort;
  /** Figures end where they are compared. */
  align?: 'start' | 'end';
  /** The least in pixels: heads and words wrap down to it, figures do not. Without it the column takes what is left. */
  width?: number;
  /** What a card on a phone is headed by. */
  isHeading?: boolean;
  /** The column of buttons: no title, last in the card. */
  isActions?: boolean;
}

/** The columns of a list by these endpoints: rows and sorts are known by them. */
export type ColumnsOf<E extends ListEndpoints> = readonly Column<RowOf<E>, SortOf<E>>[];

type Options<Sort extends string> = Pick<Column<never, Sort>, 'sort' | 'width'>;

const absent = <span aria-hidden="true">–</span>;

/** Long names end in an ellipsis with the whole in a tooltip; scripts do not mix their directions. */
const Name = ({ isShort = false, children }: { isShort?: boolean; children: string }) => (
  <bdi className={isShort ? styles.shortName : styles.name} title={children}>
    {children}
  </bdi>
);

/** `isShort` for values seldom read in full, such as the relationship manager. */
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

/** The row's name, a link to its record; plain where `to` is null, because this person may not open it. */
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

/** `currency`: one for the column (then only its header names it) or each row's own. */
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

/** The commonest action as a button, the rest in a menu. It stays in reach over the others, so it is as narrow as its buttons. */
export function actionsColumn<Row>(title: string, actions: (row: Row) => ReactNode): Column<Row, never> {
  return { title, isActions: true, align: 'end', width: 1, render: actions };
}
