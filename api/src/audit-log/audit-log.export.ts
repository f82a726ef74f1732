import type { AuditChange, AuditValue } from '@daybook/contracts/audit-log/audit-log';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { ExportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { toDecimal } from '@daybook/contracts/money/money';
import type { ExportColumn, ExportedList } from '../http/send-export.ts';
import type { ExportedRow } from './audit-rows.queries.ts';
import { auditWords } from './audit-wording.ts';

function textOf(value: AuditValue | null, { yesNo }: ExportTexts): string {
  if (value === null) return '–';
  switch (value.as) {
    case 'money':
      return `${toDecimal(value.minor, value.currency)} ${value.currency}`;
    case 'price':
      return `${value.text} ${value.currency}`;
    case 'date':
      return value.date;
    case 'instant':
      return value.at;
    case 'yesNo':
      return value.is ? yesNo.yes : yesNo.no;
    default:
      return value.text;
  }
}

const changeText = ({ label, before, after }: AuditChange, say: ExportTexts): string =>
  `${label}: ${textOf(before, say)} → ${textOf(after, say)}`;

/** The log as a file: one row for each row of the log, with the values before and after in one cell. */
export function auditLogExport(language: Language): ExportedList<ExportedRow> {
  const say = exportTexts[language];
  const { headers } = say;
  const { act, kind, outcome } = auditWords(language);
  const outcomes: Readonly<Record<string, string>> = outcome;
  const columns: ExportColumn<ExportedRow>[] = [
    { header: headers.auditAt, value: ({ at }) => at },
    { header: headers.auditBy, value: ({ by }) => by?.label },
    { header: headers.auditAddress, value: ({ address }) => address },
    { header: headers.auditAct, value: (row) => act[row.act] },
    { header: headers.auditCommand, value: ({ action }) => outcomes[action] ?? action },
    { header: headers.auditKind, value: (row) => kind[row.kind] },
    { header: headers.auditRecord, value: ({ record }) => record?.label },
    {
      header: headers.auditChanges,
      value: ({ changes }) => changes.map((change) => changeText(change, say)).join('\n'),
    },
  ];
  return { name: 'audit-log', sheet: say.sheet.auditLog, columns };
}
