import type { UnbilledClient } from '@daybook/contracts/billing/pending/unbilled-clients';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function unbilledExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<UnbilledClient>[] = [
    { header: headers.code, value: (row) => row.code },
    { header: headers.client, value: (row) => row.name },
    { header: headers.crm, value: (row) => row.crm.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.lastInvoice, date: (row) => row.lastInvoicedOn },
    { header: headers.waitingItems, value: (row) => row.waitingItems },
    { header: headers.currency, value: (row) => row.currency },
    { header: headers.waiting, money: (row) => row.waiting, currency: (row) => row.currency },
  ];
  return { name: 'unbilled-clients', sheet: sheet.unbilledClients, columns };
}
