import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';
import type {
  OutstandingBy,
  OutstandingLine,
  outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { Amount } from '@daybook/shared/record/amount';
import { dateColumn, type Column, type ColumnsOf } from '@daybook/shared/list/columns';
import { ClientLink } from '../common/client-link.tsx';

/** What a figure opens: the documents of a line, or those of one of its buckets. */
export interface Opened {
  line: OutstandingLine;
  bucket?: number;
}

type Open = (opened: Opened) => void;

/** One column for each bucket; they come with the totals, which say what the buckets are. */
export function useOutstandingColumns(
  by: OutstandingBy,
  bounds: readonly number[] | null,
  open: Open,
): ColumnsOf<typeof outstanding> {
  const { t } = useTranslation('billing');
  const amount = (
    title: string,
    of: (line: OutstandingLine) => number,
    more: Pick<Column<OutstandingLine, 'balance' | 'overdue'>, 'sort'> & { bucket?: number } = {},
  ) => ({
    title,
    align: 'end' as const,
    width: 105,
    ...(more.sort !== undefined && { sort: more.sort }),
    render: (line: OutstandingLine) => (
      <Figure line={line} minor={of(line)} bucket={more.bucket} open={open} />
    ),
  });
  const buckets = bounds === null ? [] : [...bounds, null];
  return [
    {
      title: t(`outstandingReport.byKind.${by}`),
      sort: 'name',
      isHeading: true,
      render: (line) => <Who line={line} by={by} />,
    },
    { title: t('field.currency'), width: 60, render: ({ currency }) => currency },
    amount(t('outstandingReport.notDue'), (line) => line.notDue, { bucket: 0 }),
    ...buckets.map((_, index) =>
      amount(bucketLabel(bounds ?? [], index), (line) => line.buckets[index] ?? 0, { bucket: index + 1 }),
    ),
    amount(t('outstandingReport.unapplied'), (line) => line.unapplied),
    amount(t('outstandingReport.balance'), (line) => line.balance, { sort: 'balance' }),
    amount(t('outstandingReport.overdue'), (line) => line.overdue, { sort: 'overdue' }),
    amount(t('outstandingReport.disputed'), (line) => line.disputed),
    {
      title: t('outstandingReport.oldest'),
      sort: 'oldest',
      align: 'end',
      width: 70,
      render: ({ oldestDays }) => oldestDays ?? <span aria-hidden="true">–</span>,
    },
    ...(by === 'client'
      ? [
          dateColumn<OutstandingLine>(t('outstandingReport.lastReceipt'), (line) => line.lastReceiptOn),
          amount(t('outstandingReport.postdated'), (line) => line.postdated),
        ]
      : []),
  ];
}

function Who({ line: { who, clients }, by }: { line: OutstandingLine; by: OutstandingBy }) {
  const { t } = useTranslation('billing');
  if (who === null) return <span>{t('outstandingReport.nobody')}</span>;
  if (by === 'client') return <ClientLink client={who} />;
  return (
    <span>
      <bdi>{who.label}</bdi> ({t('outstandingReport.clients', { count: clients })})
    </span>
  );
}

interface FigureProps {
  line: OutstandingLine;
  minor: number;
  bucket: number | undefined;
  open: Open;
}

/** An amount that opens the documents behind it. */
function Figure({ line, minor, bucket, open }: FigureProps) {
  const amount = <Amount minor={minor} currency={line.currency} showCurrency={false} zeroAsDash />;
  if (minor === 0) return amount;
  return (
    <Button type="link" size="small" onClick={() => open({ line, ...(bucket !== undefined && { bucket }) })}>
      {amount}
    </Button>
  );
}
