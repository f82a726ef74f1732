import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language, Reference } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';
import type { ExportedLine } from './client-ledgers.queries.ts';

/** The lines of one client's ledger. Every line names the client, so that several files can be combined. */
export function clientLedgerExport(
  language: Language,
  head: { client: Reference; entity: Reference; currency: string },
) {
  const { headers, ledgerKind, sheet } = exportTexts[language];
  const currency = () => head.currency;
  const columns: ExportColumn<ExportedLine>[] = [
    { header: headers.client, value: () => head.client.label },
    { header: headers.entity, value: () => head.entity.label },
    { header: headers.date, date: (row) => row.date },
    { header: headers.kind, value: (row) => ledgerKind[row.kind] },
    { header: headers.document, value: (row) => row.document?.label },
    { header: headers.dueDate, date: (row) => row.dueDate },
    { header: headers.currency, value: currency },
    { header: headers.debit, money: (row) => row.debit, currency },
    { header: headers.credit, money: (row) => row.credit, currency },
    { header: headers.balance, money: (row) => row.balance, currency },
  ];
  return { name: 'client-ledger', sheet: sheet.clientLedger, columns };
}
