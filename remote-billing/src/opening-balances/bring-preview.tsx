import { useTranslation } from 'react-i18next';
import {
  openingColumns,
  type OpeningColumn,
  type OpeningInput,
  type OpeningKind,
  type ReadOpening,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { negate } from '@daybook/contracts/money/money';
import { formatMinor } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { dateText } from '@daybook/shared/record/date-text';
import { RowsPreview } from '../common/rows-preview.tsx';

interface BringPreviewProps {
  rows: readonly OpeningInput[];
  /** Empty until the server has answered. */
  read: readonly ReadOpening[];
}

/** Each row as the server read it. */
export function BringPreview({ rows, read }: BringPreviewProps) {
  const { t } = useTranslation('billing');
  const columns = openingColumns.map((field) => ({
    field,
    title: t(`opening.column.${field}`),
    isFigure: field === 'amount',
    render: (row: OpeningInput, verdict: ReadOpening | undefined) => (
      <bdi>{cellsOf(row, verdict, (kind) => t(`opening.kind.${kind}`))[field] || '–'}</bdi>
    ),
  }));
  return <RowsPreview rows={rows} read={read} columns={columns} />;
}

/** A row without errors shows the server's reading: the client by name, and dates and amounts as they will be imported. */
function cellsOf(
  row: OpeningInput,
  verdict: ReadOpening | undefined,
  wordOf: (kind: OpeningKind) => string,
): Record<OpeningColumn, string> {
  const { client, document } = verdict ?? {};
  if (!document) return { ...row, client: client?.label ?? row.client };
  const amount = document.kind === 'receipt' ? negate(document.amount) : document.amount;
  return {
    client: client?.label ?? row.client,
    number: document.number,
    date: dateText(document.date),
    dueDate: document.kind === 'invoice' ? dateText(document.dueDate) : '',
    currency: document.currency,
    amount: formatMinor(amount, document.currency, numberLocale(), 'none'),
    fxRate: document.fxRate === '1' ? '' : document.fxRate,
    kind: wordOf(document.kind),
    section: document.section ?? '',
  };
}
