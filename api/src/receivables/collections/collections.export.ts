import { exportTexts } from '@daybook/contracts/export-texts';
import type { ExportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type {
  CollectedFigures,
  CollectedReceipt,
  CollectionGrouping,
  CollectionKey,
  CollectionRow,
} from '@daybook/contracts/receivables/collections/collections';
import { timeGroupings } from '@daybook/contracts/receivables/collections/periods';
import type { ExportColumn } from '../../http/send-export.ts';
import { inCurrency } from '../../billing/documents/exported-figures.ts';

const headers: Record<CollectionGrouping, keyof ExportTexts['headers']> = {
  day: 'date',
  week: 'weekOf',
  month: 'month',
  mode: 'mode',
  bank_account: 'bankAccount',
  entity: 'entity',
  client: 'client',
  group: 'group',
  crm: 'crm',
  manager: 'manager',
  service: 'service',
  department: 'department',
  received_by: 'receivedBy',
};

/** The heading of a level, such as “Client”. */
export const headerOf = (say: ExportTexts, by: CollectionGrouping): string => say.headers[headers[by]];

export const isTime = (by: CollectionGrouping): boolean => timeGroupings.some((one) => one === by);

/** The name of a key in words of the language: a record has its own name. */
export function wordOfKey({ mode, withoutRecord }: ExportTexts, { by, id, label }: CollectionKey): string {
  if (label !== '') return label;
  if (by === 'mode') return mode[id as keyof typeof mode];
  return withoutRecord[id as keyof typeof withoutRecord] ?? id;
}

function keyColumn(
  say: ExportTexts,
  by: CollectionGrouping,
  level: number,
): ExportColumn<Pick<CollectionRow, 'keys'>> {
  const header = headerOf(say, by);
  return isTime(by)
    ? { header, date: ({ keys }) => keys[level]?.id }
    : {
        header,
        value: ({ keys }) => {
          const key = keys[level];
          return key && wordOfKey(say, key);
        },
      };
}

type Counted = CollectedFigures & { currency: string };

const figureColumns = <Row extends Counted>({ headers: say }: ExportTexts): ExportColumn<Row>[] => [
  { header: say.currency, value: (row) => row.currency },
  inCurrency(say.settled, (row) => row.gross),
  inCurrency(say.withheld, (row) => row.withheld),
  inCurrency(say.bankCharge, (row) => row.bankCharge),
  inCurrency(say.collected, (row) => row.net),
  inCurrency(say.allocated, (row) => row.allocated),
  inCurrency(say.unallocated, (row) => row.unallocated),
  inCurrency(say.refunded, (row) => row.refunded),
];

export function collectionExport(language: Language, levels: readonly CollectionGrouping[]) {
  const say = exportTexts[language];
  const columns: ExportColumn<CollectionRow>[] = [
    ...levels.map((by, level) => keyColumn(say, by, level)),
    { header: say.headers.receipts, value: (row) => row.receipts },
    ...figureColumns<CollectionRow>(say),
    inCurrency(say.headers.settledBefore, (row) => row.before?.gross ?? null),
    inCurrency(say.headers.collectedBefore, (row) => row.before?.net ?? null),
  ];
  return { name: 'collection-report', sheet: say.sheet.collections, columns };
}

export function collectedReceiptExport(language: Language) {
  const say = exportTexts[language];
  const columns: ExportColumn<CollectedReceipt>[] = [
    { header: say.headers.date, date: (row) => row.date },
    { header: say.headers.kind, value: (row) => say.ledgerKind[row.isReversal ? 'reversal' : 'receipt'] },
    { header: say.headers.number, value: (row) => row.receipt.label },
    { header: say.headers.client, value: (row) => row.client.label },
    { header: say.headers.entity, value: (row) => row.entity.label },
    { header: say.headers.mode, value: (row) => say.mode[row.mode] },
    { header: say.headers.reference, value: (row) => row.reference },
    ...figureColumns<CollectedReceipt>(say),
  ];
  return { name: 'collected-receipts', sheet: say.sheet.collectedReceipts, columns };
}
