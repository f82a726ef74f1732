import type { LedgerRow } from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

const currency = (row: LedgerRow) => row.currency;

export function allLedgersExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<LedgerRow>[] = [
    { header: headers.code, value: (row) => row.code },
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.group, value: (row) => row.group?.label },
    { header: headers.crm, value: (row) => row.crm.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.currency, value: currency },
    { header: headers.opening, money: (row) => row.opening, currency },
    { header: headers.debit, money: (row) => row.debit, currency },
    { header: headers.credit, money: (row) => row.credit, currency },
    { header: headers.closing, money: (row) => row.closing, currency },
  ];
  return { name: 'client-ledgers', sheet: sheet.clientLedgers, columns };
}
