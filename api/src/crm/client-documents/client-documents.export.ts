import type { ClientDocumentRow } from '@daybook/contracts/crm/client-documents/client-documents';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function clientDocumentsExport(language: Language) {
  const { headers: say, sheet, documentKind } = exportTexts[language];
  const columns: ExportColumn<ClientDocumentRow>[] = [
    { header: say.client, value: (row) => row.client.label },
    { header: say.documentKind, value: (row) => documentKind[row.kind] },
    { header: say.title, value: (row) => row.title },
    { header: say.number, value: (row) => row.number },
    { header: say.holder, value: (row) => row.holder },
    { header: say.validFrom, date: (row) => row.validFrom },
    { header: say.validUntil, date: (row) => row.validTo },
    { header: say.originalAt, value: (row) => row.originalAt },
    { header: say.originalReceivedOn, date: (row) => row.receivedOn },
    { header: say.originalReturnedOn, date: (row) => row.returnedOn },
    { header: say.crm, value: (row) => row.crm.label },
  ];
  return { name: 'client-documents', sheet: sheet.clientDocuments, columns };
}
