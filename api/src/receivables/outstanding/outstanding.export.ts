import { exportTexts } from '@daybook/contracts/export-texts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';
import type {
  OpenDocument,
  OutstandingBy,
  OutstandingLine,
  outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { ExportColumn, ExportedList } from '../../http/send-export.ts';
import { getAgeingSetting } from './ageing-setting.queries.ts';
import { documentsOfLines } from './open-documents.queries.ts';
import { listOutstanding } from './outstanding.queries.ts';

/** A line with its documents, which are the second sheet. */
interface ExportedLine extends OutstandingLine {
  documents: readonly OpenDocument[];
}

type Input = ParsedInputOf<typeof outstanding.list>;

export const exportedLines =
  (db: Db, user: CurrentUser, input: Input) =>
  async (cursor: string | undefined): Promise<Page<ExportedLine>> => {
    const page = await listOutstanding(db, user, { ...input, pageSize: 500, cursor });
    const of = await documentsOfLines(db, user, input, page.rows);
    return { ...page, rows: page.rows.map((row) => ({ ...row, documents: of(row) })) };
  };

const inCurrency = <Row extends { currency: string }>(
  header: string,
  money: (row: Row) => number,
): ExportColumn<Row> => ({ header, money, currency: ({ currency }) => currency });

/** Lines first, and in a workbook every document behind them on a second sheet. */
export async function outstandingExport(
  db: Db,
  language: Language,
  by: OutstandingBy,
): Promise<ExportedList<ExportedLine, OpenDocument>> {
  const { headers, sheet, openKind, outstandingBy, promiseState } = exportTexts[language];
  const { bounds } = await getAgeingSetting(db);
  const columns: ExportColumn<ExportedLine>[] = [
    { header: outstandingBy[by], value: ({ who }) => who?.label },
    { header: headers.currency, value: (row) => row.currency },
    inCurrency(headers.notDue, (row) => row.notDue),
    ...Array.from({ length: bounds.length + 1 }, (_, index) =>
      inCurrency<ExportedLine>(bucketLabel(bounds, index), ({ buckets }) => buckets[index] ?? 0),
    ),
    inCurrency(headers.unapplied, (row) => row.unapplied),
    inCurrency(headers.balance, (row) => row.balance),
    inCurrency(headers.overdue, (row) => row.overdue),
    inCurrency(headers.disputed, (row) => row.disputed),
    { header: headers.oldestDays, value: (row) => row.oldestDays },
    { header: headers.lastReceipt, date: (row) => row.lastReceiptOn },
    inCurrency(headers.postdated, (row) => row.postdated),
    inCurrency(headers.promised, (row) => row.promised),
    { header: headers.promise, value: ({ promise }) => promise && promiseState[promise.state] },
    { header: headers.promisedFor, date: ({ promise }) => promise?.dueOn },
    { header: headers.lastFollowUpOn, date: ({ lastContactAt }) => lastContactAt?.slice(0, 10) },
    { header: headers.levelDue, value: ({ levelDue }) => levelDue && `${levelDue.no} ${levelDue.name}` },
  ];
  return {
    name: 'outstanding',
    sheet: sheet.outstanding,
    columns,
    parts: {
      sheet: sheet.openDocuments,
      of: ({ documents }) => documents,
      columns: [
        { header: headers.client, value: (row) => row.client.label },
        { header: headers.entity, value: (row) => row.entity.label },
        { header: headers.kind, value: (row) => openKind[row.kind] },
        { header: headers.number, value: (row) => row.document.label },
        { header: headers.issueDate, date: (row) => row.issuedOn },
        { header: headers.dueDate, date: (row) => row.dueOn },
        { header: headers.daysOver, value: (row) => row.days },
        { header: headers.currency, value: (row) => row.currency },
        inCurrency(headers.total, (row) => row.total),
        inCurrency(headers.outstanding, (row) => row.open),
        inCurrency(headers.disputed, (row) => row.disputed),
      ],
    },
  };
}
