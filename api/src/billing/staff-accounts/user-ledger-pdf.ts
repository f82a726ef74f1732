import type { FastifyReply } from 'fastify';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { printedWords } from '../../pdf/printed-words.ts';
import { reportPdf } from '../../pdf/sheet.ts';
import type { Column } from '../../pdf/sheet.ts';
import { issuerOf } from '../documents/issuer.ts';
import { sendPdf } from '../documents/send-pdf.ts';
import { ledgerHead, pageOfLines } from './user-ledgers.queries.ts';
import type { LedgerInput } from './user-ledgers.queries.ts';

/** The most lines of a PDF; nobody reads more than fifty pages. */
const mostLines = 2_000;

const column = (label: string, align: Column['align'], width: Column['width']): Column => ({
  label,
  align,
  width,
});

/** A person's ledger across the page, in the caller's language. Refuses NOT_FOUND, and REPORT_TOO_LONG on `from`. */
export async function sendUserLedgerPdf(
  db: Db,
  user: CurrentUser,
  input: LedgerInput,
  language: Language,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const head = await ledgerHead(db, user, input);
  const { rows, next } = await pageOfLines(db, user, { ...input, pageSize: mostLines });
  if (next !== null) throw refuseField('REPORT_TOO_LONG', 'from', { maximum: mostLines });
  const issuer = await issuerOf(db, input.entityId, null);
  const say = printedWords(language);
  const formats = documentFormats(language, issuer.country, head.currency);
  const { headers, account, userLedgerKind } = exportTexts[language];
  const figure = (amount: number) => (amount === 0 ? '' : formats.amount(amount));
  const edge = (date: string, word: string, figures: string[]) => [
    formats.shortDate(date),
    word,
    '',
    '',
    ...figures,
  ];
  const { from, asOf, opening, closing, debit, credit } = head;
  const file = await reportPdf({
    locale: language,
    issuer,
    title: say('userLedger'),
    facts: [
      [headers.person, head.person.label],
      [headers.currency, head.currency],
      from === null ? [headers.asOf, formats.shortDate(asOf)] : [say('period'), formats.period(from, asOf)],
    ],
    sections: [
      {
        heading: head.person.label,
        table: {
          columns: [
            column(headers.date, 'start', 'content'),
            column(headers.account, 'start', 'content'),
            column(headers.document, 'start', 'content'),
            column(headers.description, 'start', 'rest'),
            ...[headers.debit, headers.credit, headers.balance].map((label) =>
              column(label, 'end', 'content'),
            ),
          ],
          rows: [
            ...(from === null ? [] : [edge(from, headers.opening, ['', '', formats.amount(opening.net)])]),
            ...rows.map((row) => [
              formats.shortDate(row.date),
              account[row.account] ?? '',
              [userLedgerKind[row.kind], row.document?.number ?? ''].join(' '),
              row.text ?? '',
              figure(row.debit),
              figure(row.credit),
              formats.amount(row.balance),
            ]),
            edge(asOf, headers.closing, [figure(debit), figure(credit), formats.amount(closing.net)]),
          ],
        },
      },
    ],
    date: asOf,
  });
  return sendPdf(reply, `user-ledger-${asOf}`, file);
}
