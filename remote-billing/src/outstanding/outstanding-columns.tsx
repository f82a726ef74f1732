import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type {
  OutstandingBy,
  OutstandingLine,
  outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { Amount } from '@daybook/shared/record/amount';
import {
  absent,
  actionsColumn,
  dateColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { ClientLink } from '../common/client-link.tsx';
import { PromiseTag } from '../common/promise-tag.tsx';
import { bucketName } from './bucket-name.ts';
import { LineActions } from './line-actions.tsx';

/** What a figure opens: the documents of a line, or those of one of its buckets. */
export interface Opened {
  line: OutstandingLine;
  bucket?: number;
}

type Open = (opened: Opened) => void;
type LineColumn = ColumnsOf<typeof outstanding>[number];

interface AmountOptions {
  sort?: 'balance' | 'overdue';
  name?: string;
  width?: number;
  isHidden?: boolean;
  /** The bucket whose documents the amount opens; all of the line without it. */
  bucket?: number;
}

/** One column for each bucket; they come with the totals, which say what the buckets are. Beside them there is room for few others. */
export function useOutstandingColumns(
  by: OutstandingBy,
  bounds: readonly number[] | null,
  open: Open,
): ColumnsOf<typeof outstanding> {
  const { t } = useTranslation('billing');
  const amount = (
    title: string,
    of: (line: OutstandingLine) => number,
    { bucket, ...more }: AmountOptions = {},
  ) => ({
    title,
    align: 'end' as const,
    width: 105,
    ...more,
    render: (line: OutstandingLine) => <Figure line={line} minor={of(line)} bucket={bucket} open={open} />,
  });
  const buckets = bounds === null ? [] : [...bounds, null];
  const ofClient = useClientColumns();
  return [
    {
      title: t(`outstandingReport.byKind.${by}`),
      sort: 'name',
      isHeading: true,
      width: 160,
      render: (line) => <Who line={line} by={by} />,
    },
    { title: t('field.currency'), width: 60, render: ({ currency }) => currency },
    // First, because a narrow screen scrolls the others: these sort the report.
    amount(t('outstandingReport.balance'), (line) => line.balance, { sort: 'balance' }),
    amount(t('outstandingReport.overdue'), (line) => line.overdue, { sort: 'overdue', name: 'overdue' }),
    amount(t('outstandingReport.notDue'), (line) => line.notDue, {
      bucket: 0,
      name: 'notDue',
      isHidden: true,
    }),
    ...buckets.map((_, index) =>
      amount(bucketName(bounds ?? [], index), (line) => line.buckets[index] ?? 0, {
        bucket: index + 1,
        width: 80,
      }),
    ),
    amount(t('outstandingReport.unapplied'), (line) => line.unapplied, {
      name: 'unapplied',
      isHidden: true,
    }),
    amount(t('outstandingReport.disputed'), (line) => line.disputed, {
      name: 'disputed',
      isHidden: true,
    }),
    {
      title: t('outstandingReport.oldest'),
      name: 'oldest',
      isHidden: true,
      sort: 'oldest',
      align: 'end',
      width: 70,
      render: ({ oldestDays }) => oldestDays ?? absent,
    },
    ...(by === 'client' ? ofClient : []),
  ];
}

/** An amount that is shown where a person chooses it. */
const memo = (title: string, of: (line: OutstandingLine) => number, name: string) =>
  moneyColumn<OutstandingLine>(title, of, ({ currency }) => currency, {
    name,
    isHidden: true,
    zeroAsDash: true,
  });

/** What stands beside the amounts of a client: what came in, what was promised, and who asked. */
function useClientColumns(): LineColumn[] {
  const { t } = useTranslation('billing');
  return [
    dateColumn(t('outstandingReport.lastReceipt'), (line) => line.lastReceiptOn, {
      name: 'lastReceipt',
      isHidden: true,
    }),
    memo(t('outstandingReport.postdated'), (line) => line.postdated, 'postdated'),
    memo(t('outstandingReport.promised'), (line) => line.promised, 'promised'),
    {
      title: t('followUp.promiseLabel'),
      name: 'promise',
      isHidden: true,
      width: 130,
      render: ({ promise }) =>
        promise === null ? (
          absent
        ) : (
          <>
            <PromiseTag state={promise.state} /> <DateText date={promise.dueOn} />
          </>
        ),
    },
    {
      title: t('followUp.last'),
      name: 'lastContact',
      isHidden: true,
      width: 105,
      render: ({ lastContactAt }) => (lastContactAt === null ? absent : <InstantText at={lastContactAt} />),
    },
    textColumn(t('followUp.level'), ({ levelDue }) => levelDue && `${levelDue.no} ${levelDue.name}`, {
      name: 'level',
      isHidden: true,
    }),
    actionsColumn(t('shared:list.actions'), (line) => <LineActions line={line} />),
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
    <Button
      type="link"
      size="small"
      // The figures of a column end at the same edge, whether they can be opened or not.
      style={{ paddingInline: 0 }}
      onClick={() => open({ line, ...(bucket !== undefined && { bucket }) })}
    >
      {amount}
    </Button>
  );
}
