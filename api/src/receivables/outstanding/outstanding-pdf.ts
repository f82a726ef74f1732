import type { FastifyReply } from 'fastify';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';
import type {
  OutstandingBy,
  OutstandingLine,
  OutstandingSection,
  outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { issuerOf } from '../../billing/documents/issuer.ts';
import { reportEntity } from '../../billing/documents/report-entity.ts';
import { sendPdf } from '../../billing/documents/send-pdf.ts';
import type { Db } from '../../db/database.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import type { DocumentFormats } from '../../pdf/document-formats.ts';
import { printedWords } from '../../pdf/printed-words.ts';
import { reportColumn, reportPdf } from '../../pdf/sheet.ts';
import type { Table } from '../../pdf/sheet.ts';
import { listOutstanding, totalOutstanding } from './outstanding.queries.ts';

type Input = ParsedInputOf<typeof outstanding.pdf>;

/** The most lines of a PDF; nobody reads more than fifty pages. */
const mostLines = 2_000;

/** Refuses REPORT_TOO_LONG. */
async function allLines(db: Db, user: CurrentUser, input: Input): Promise<OutstandingLine[]> {
  const { rows, next } = await listOutstanding(db, user, {
    ...input,
    cursor: undefined,
    pageSize: mostLines,
  });
  if (next !== null) throw new Refusal('REPORT_TOO_LONG', { maximum: mostLines });
  return rows;
}

type Amounts = Pick<
  OutstandingSection,
  'notDue' | 'buckets' | 'unapplied' | 'balance' | 'overdue' | 'disputed'
>;

const amountCells = (
  formats: DocumentFormats,
  { notDue, buckets, unapplied, balance, overdue, disputed }: Amounts,
): string[] =>
  [notDue, ...buckets, unapplied, balance, overdue, disputed].map((amount) =>
    amount === 0 ? '' : formats.amount(amount),
  );

interface Printed {
  language: Language;
  formats: DocumentFormats;
  bounds: readonly number[];
  by: OutstandingBy;
}

function tableOf(
  { language, formats, bounds, by }: Printed,
  lines: readonly OutstandingLine[],
  section: OutstandingSection,
): Table {
  const { headers, outstandingBy } = exportTexts[language];
  return {
    columns: [
      reportColumn(outstandingBy[by], 'start'),
      reportColumn(headers.notDue),
      ...section.buckets.map((_, index) => reportColumn(bucketLabel(bounds, index))),
      reportColumn(headers.unapplied),
      reportColumn(headers.balance),
      reportColumn(headers.overdue),
      reportColumn(headers.disputed),
      reportColumn(headers.oldestDays),
    ],
    rows: [
      ...lines.map((line) => [
        line.who?.label ?? '–',
        ...amountCells(formats, line),
        String(line.oldestDays ?? ''),
      ]),
      [printedWords(language)('total'), ...amountCells(formats, section), ''],
    ],
  };
}

/** The report across the page, a table for each currency. Refuses NOT_FOUND and REPORT_TOO_LONG. */
export async function sendOutstandingPdf(
  db: Db,
  user: CurrentUser,
  input: Input,
  language: Language,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const issuer = await issuerOf(db, await reportEntity(db, input.filter.entityId), null);
  const { sections, bounds, asOf } = await totalOutstanding(db, user, input);
  const lines = await allLines(db, user, input);
  const { headers, sheet } = exportTexts[language];
  const formatsOf = (currency: string) => documentFormats(language, issuer.country, currency);
  const by = input.filter.by ?? 'client';
  const file = await reportPdf({
    locale: language,
    issuer,
    title: sheet.outstanding,
    facts: [[headers.asOf, formatsOf('EUR').longDate(asOf)]],
    sections: sections.map((section) => ({
      heading: section.currency,
      table: tableOf(
        { language, formats: formatsOf(section.currency), bounds, by },
        lines.filter(({ currency }) => currency === section.currency),
        section,
      ),
    })),
    date: asOf,
  });
  return sendPdf(reply, `outstanding-${asOf}`, file);
}
