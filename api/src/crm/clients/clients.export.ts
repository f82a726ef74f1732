import type { ClientRow } from '@daybook/contracts/crm/clients/clients';
import { exportTexts, namesOf } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function clientExport(language: Language) {
  const { clientKind, clientMissing, clientStatus, headers, sheet } = exportTexts[language];
  const countryOf = namesOf(language, 'region');
  const columns: ExportColumn<ClientRow>[] = [
    { header: headers.code, value: (row) => row.code },
    { header: headers.name, value: (row) => row.name },
    { header: headers.clientKind, value: (row) => clientKind[row.kind] },
    { header: headers.group, value: (row) => row.group?.label },
    { header: headers.status, value: (row) => clientStatus[row.status] },
    { header: headers.crm, value: (row) => row.crm.label },
    { header: headers.manager, value: (row) => row.manager?.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.contact, value: (row) => row.contact?.name },
    { header: headers.email, value: (row) => row.contact?.email },
    { header: headers.phone, value: (row) => row.contact?.phone },
    { header: headers.country, value: (row) => row.country && countryOf(row.country) },
    { header: headers.tags, value: (row) => row.tags.join(', ') },
    { header: headers.missing, value: (row) => row.missing.map((part) => clientMissing[part]).join(', ') },
  ];
  return { name: 'clients', sheet: sheet.clients, columns };
}
