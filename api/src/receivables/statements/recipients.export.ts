import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { StatementRecipient } from '@daybook/contracts/receivables/statements/statements';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import type { ExportColumn } from '../../http/send-export.ts';

export function recipientsExport(language: Language) {
  const { headers, sheet } = exportTexts[language];
  const columns: ExportColumn<StatementRecipient>[] = [
    { header: headers.client, value: (row) => row.client.label },
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.sentTo, value: (row) => row.sentTo.join(', ') },
    { header: headers.copiedTo, value: (row) => row.copiedTo.join(', ') },
    {
      header: headers.reason,
      value: ({ reason }) => (reason === null ? null : refusalMessage(language, reason, {})),
    },
  ];
  return { name: 'statement-recipients', sheet: sheet.statementRecipients, columns };
}
