import type { ContactRow } from '@daybook/contracts/crm/contacts/contacts';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function contactExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<ContactRow>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.email, value: (row) => row.email },
    { header: headers.phone, value: (row) => row.phone },
    { header: headers.firstClients, value: (row) => row.clients.map(({ label }) => label).join(', ') },
    { header: headers.members, value: (row) => row.visible },
    { header: headers.otherClients, value: (row) => row.others },
    { header: headers.mailRefused, value: (row) => row.refused?.reason },
  ];
  return { name: 'contacts', sheet: sheet.contacts, columns };
}
