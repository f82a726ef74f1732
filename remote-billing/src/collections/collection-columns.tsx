import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CollectedFigures, CollectionRow } from '@daybook/contracts/receivables/collections/collections';
import { Amount } from '@daybook/shared/record/amount';
import { countText } from '@daybook/shared/record/count-text';
import type { Column } from '@daybook/shared/list/columns';

export const figureNames = [
  'gross',
  'withheld',
  'bankCharge',
  'net',
  'allocated',
  'unallocated',
  'refunded',
] as const;

/** There is no room for all of them at the usual widths. */
const rare: ReadonlySet<string> = new Set(['bankCharge', 'allocated', 'refunded']);

type Figured = CollectedFigures & { currency: string };

/** A column for each figure; a figure links to the receipts that it adds up, if there are any. What was settled and collected always stays. */
export function useFigureColumns<Row extends Figured, Sort extends string = never>(
  receiptsOf: ((row: Row) => string) | null,
  sortOf: Partial<Record<(typeof figureNames)[number], Sort>> = {},
): Column<Row, Sort>[] {
  const { t } = useTranslation('billing');
  return figureNames.map((name) => {
    const sort = sortOf[name];
    return {
      title: t(`collection.${name}`),
      align: 'end' as const,
      width: 105,
      ...(name !== 'gross' && name !== 'net' && { name, isHidden: rare.has(name) }),
      ...(sort !== undefined && { sort }),
      render: (row: Row) => {
        const amount = <Amount minor={row[name]} currency={row.currency} zeroAsDash />;
        return receiptsOf === null || row[name] === 0 ? amount : <Link to={receiptsOf(row)}>{amount}</Link>;
      },
    };
  });
}

/** The number of receipts of a row, and what was collected in the period before. */
export function useRowColumns(receiptsOf: (row: CollectionRow) => string) {
  const { t } = useTranslation('billing');
  const count: Column<CollectionRow, never> = {
    title: t('collection.receipts'),
    name: 'receipts',
    align: 'end',
    width: 90,
    render: (row) =>
      row.receipts === 0 ? (
        <span aria-hidden="true">–</span>
      ) : (
        <Link to={receiptsOf(row)}>{countText(row.receipts)}</Link>
      ),
  };
  const before: Column<CollectionRow, never> = {
    title: t('collection.before'),
    name: 'before',
    align: 'end',
    width: 105,
    render: ({ before: then, currency }) =>
      then === null ? (
        <span aria-hidden="true">–</span>
      ) : (
        <Amount minor={then.net} currency={currency} zeroAsDash />
      ),
  };
  return { count, before };
}
