import type { ClientGroupRow } from '@daybook/contracts/crm/client-groups/client-groups';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { ExportColumn } from '../../http/send-export.ts';

export function clientGroupExport(language: Language) {
  const { headers, sheet, yesNo } = exportTexts[language];
  const columns: ExportColumn<ClientGroupRow>[] = [
    { header: headers.name, value: (row) => row.name },
    { header: headers.payer, value: (row) => row.payer?.label },
    { header: headers.members, value: (row) => row.members },
    { header: headers.active, value: (row) => (row.active ? yesNo.yes : yesNo.no) },
  ];
  return { name: 'client-groups', sheet: sheet.clientGroups, columns };
}
