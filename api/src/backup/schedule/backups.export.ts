import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Backup } from '@daybook/contracts/settings/backups/backups';
import type { ExportColumn } from '../../http/send-export.ts';

export function backupExport(language: Language) {
  const { headers, sheet, backupKind, backupStatus, backupTest, backupFault } = exportTexts[language];
  const columns: ExportColumn<Backup>[] = [
    { header: headers.requestedAt, value: (row) => row.at },
    { header: headers.endedAt, value: (row) => row.endedAt },
    { header: headers.madeBy, value: (row) => backupKind[row.kind] },
    { header: headers.requestedBy, value: (row) => row.by },
    { header: headers.status, value: (row) => backupStatus[row.status] },
    { header: headers.folder, value: (row) => row.folder },
    { header: headers.file, value: (row) => row.file },
    { header: headers.sizeInBytes, value: (row) => row.bytes },
    { header: headers.seconds, value: (row) => row.seconds },
    { header: headers.tableRows, value: (row) => row.rows },
    { header: headers.auditHead, value: (row) => row.auditHash },
    { header: headers.test, value: (row) => row.test && backupTest[row.test] },
    { header: headers.testedAt, value: (row) => row.testAt },
    {
      header: headers.reason,
      value: ({ fault, testFault }) => {
        const code = fault ?? testFault;
        return code && backupFault[code];
      },
    },
    { header: headers.fileDeletedAt, value: (row) => row.removedAt },
  ];
  return { name: 'backups', sheet: sheet.backups, columns };
}
