import type { FastifyReply } from 'fastify';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type {
  CollectedFigures,
  CollectionKey,
  CollectionRow,
  CollectionTotal,
  collections,
} from '@daybook/contracts/receivables/collections/collections';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import type { DocumentFormats } from '../../pdf/document-formats.ts';
import { printedWords } from '../../pdf/printed-words.ts';
import type { Say } from '../../pdf/printed-words.ts';
import { reportColumn, reportPdf } from '../../pdf/sheet.ts';
import type { Table } from '../../pdf/sheet.ts';
import { issuerOf } from '../../billing/documents/issuer.ts';
import { reportEntity } from '../../billing/documents/report-entity.ts';
import { sendPdf } from '../../billing/documents/send-pdf.ts';
import type { ReportInput } from './collection-facts.ts';
import { headerOf, isTime, wordOfKey } from './collections.export.ts';
import { levelsOf, listCollections, totalCollections } from './collections.queries.ts';

type Asked = ParsedInputOf<typeof collections.pdf>;

/** The most rows of a PDF; nobody reads more than fifty pages. */
const mostRows = 2_000;

/** Refuses REPORT_TOO_LONG on `from`. */
async function allRows(db: Db, user: CurrentUser, input: Asked): Promise<CollectionRow[]> {
  const { rows, next } = await listCollections(db, user, { ...input, pageSize: mostRows });
  if (next !== null) throw refuseField('REPORT_TOO_LONG', 'from', { maximum: mostRows });
  return rows;
}

interface Printed {
  language: Language;
  say: Say;
  formats: DocumentFormats;
}

function keyText({ language, formats }: Printed, key: CollectionKey): string {
  if (!isTime(key.by)) return wordOfKey(exportTexts[language], key);
  return key.by === 'month' ? formats.month(key.id) : formats.shortDate(key.id);
}

const figureCells = (
  { formats }: Printed,
  { gross, withheld, bankCharge, net, allocated, unallocated, refunded }: CollectedFigures,
  before: CollectionRow['before'],
): string[] =>
  [gross, withheld, bankCharge, net, allocated, unallocated, refunded, before?.net ?? null].map((amount) =>
    amount === null || amount === 0 ? '' : formats.amount(amount),
  );

function tableOf(
  printed: Printed,
  input: ReportInput,
  rows: readonly CollectionRow[],
  total: CollectionTotal['currencies'][number],
): Table {
  const { say, language } = printed;
  const levels = levelsOf(input.filter);
  const { headers } = exportTexts[language];
  const empty = levels.slice(1).map(() => '');
  return {
    columns: [
      ...levels.map((by) => reportColumn(headerOf(exportTexts[language], by), 'start')),
      reportColumn(say('settled')),
      reportColumn(say('withheld')),
      reportColumn(say('bankCharge')),
      reportColumn(say('collected')),
      reportColumn(say('allocated')),
      reportColumn(say('notAllocated')),
      reportColumn(say('refunded')),
      reportColumn(headers.collectedBefore),
    ],
    rows: [
      ...rows.map((row) => [
        ...row.keys.map((key) => keyText(printed, key)),
        ...figureCells(printed, row, row.before),
      ]),
      [say('total'), ...empty, ...figureCells(printed, total, total.before)],
      ...(total.creditNotesRefunded === null || total.creditNotesRefunded === 0
        ? []
        : [
            [
              say('creditNotesRefunded'),
              ...empty,
              '',
              '',
              '',
              printed.formats.amount(total.creditNotesRefunded),
              '',
              '',
              '',
              '',
            ],
          ]),
    ],
  };
}

/** The report across the page, a table for each currency. Refuses NOT_FOUND and REPORT_TOO_LONG. */
export async function sendCollectionPdf(
  db: Db,
  user: CurrentUser,
  input: Asked,
  language: Language,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const issuer = await issuerOf(db, await reportEntity(db, input.filter.entityId), null);
  const total = await totalCollections(db, user, input);
  const rows = await allRows(db, user, input);
  const say = printedWords(language);
  const { period, periodBefore } = total;
  const formatsOf = (currency: string) => documentFormats(language, issuer.country, currency);
  const { period: days } = formatsOf('EUR');
  const file = await reportPdf({
    locale: language,
    issuer,
    title: say('collectionReport'),
    facts: [
      [say('period'), days(period.from, period.to)],
      ...(periodBefore === null
        ? []
        : [[say('periodBefore'), days(periodBefore.from, periodBefore.to)] as const]),
      ['', say(input.filter.state === undefined ? 'knownToday' : 'knownAtEnd')],
    ],
    sections: total.currencies.map((one) => ({
      heading: say('collectionsOf', { currency: one.currency }),
      table: tableOf(
        { language, say, formats: formatsOf(one.currency) },
        input,
        rows.filter(({ currency }) => currency === one.currency),
        one,
      ),
    })),
    date: period.to,
  });
  return sendPdf(reply, `collections-${period.from}-${period.to}`, file);
}
