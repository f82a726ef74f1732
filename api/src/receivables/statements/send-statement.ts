import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
import { magnitude } from '@daybook/contracts/money/money';
import type { statements } from '@daybook/contracts/receivables/statements/statements';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { allBalances } from '../../billing/client-ledgers/ledger-balances.ts';
import { namedClient } from '../../billing/documents/client-party.ts';
import { offeredContacts } from '../../billing/documents/document-mails.ts';
import { issuerOf } from '../../billing/documents/issuer.ts';
import { fileNameOf } from '../../billing/documents/send-pdf.ts';
import type { Db } from '../../db/database.ts';
import { keepPdf } from '../../files/file-content.ts';
import { statementLetter } from '../../mail/letters.ts';
import { signed } from '../../mail/signed.ts';
import { documentFormats } from '../../pdf/document-formats.ts';
import { putClientMail } from '../mails/put-client-mail.ts';
import { termsOfMail } from '../mails/terms-of-mail.ts';
import { periodOf } from './recipients.queries.ts';
import { statementPaper } from './statement-paper.ts';
import type { StatementTerms, Whose } from './statement-paper.ts';

type Asked = Whose & StatementTerms;

/** The ledgers of a client with an entity that a statement tells of. Refuses NOT_FOUND, and STATEMENT_EMPTY if there is none. */
async function ledgersOf(db: Db, { clientId, entityId, ...terms }: Asked) {
  const isIts = sql<boolean>`client_id = ${clientId} and entity_id = ${entityId}`;
  const ledgers = await db
    .selectFrom(allBalances(periodOf(terms), isIts).as('ledger'))
    .select(['ledger.currency', 'ledger.opening', 'ledger.debit', 'ledger.credit', 'ledger.closing'])
    .orderBy('ledger.currency')
    .execute();
  const told = ledgers.filter(({ opening, debit, credit, closing }) =>
    (terms.kind === 'open_items' ? [closing] : [opening, debit, credit, closing]).some((one) => one !== 0),
  );
  if (told.length === 0) throw new Refusal('STATEMENT_EMPTY');
  return told.map(({ currency, closing }) => ({ currency, closing }));
}

interface Told {
  locale: Language;
  country: string;
  client: string;
  entity: string;
  balances: readonly { currency: string; closing: Minor }[];
}

/** The usual text. Balances in several currencies stand beside each other. */
function usualLetter(
  { locale, country, client, entity, balances }: Told,
  { kind, from, asOf }: StatementTerms,
) {
  const formatsOf = (currency: string) => documentFormats(locale, country, currency);
  const listed = (isIts: (amount: Minor) => boolean) => {
    const those = balances.filter(({ closing }) => isIts(closing));
    return those.length === 0
      ? null
      : those.map(({ currency, closing }) => formatsOf(currency).money(magnitude(closing))).join(', ');
  };
  const formats = formatsOf(balances[0]?.currency ?? 'EUR');
  return statementLetter(locale, {
    client,
    entity,
    date: formats.longDate(asOf),
    period: kind === 'period' && from !== undefined ? formats.period(from, asOf) : null,
    until: kind === 'period' && from !== undefined ? null : formats.longDate(asOf),
    owed: listed((amount) => amount > 0),
    credit: listed((amount) => amount < 0),
  });
}

/** The mail that would be sent now. Refuses NOT_FOUND and STATEMENT_EMPTY. */
export async function draftStatement(db: Db, user: CurrentUser, asked: Asked, canMail: boolean) {
  const client = await namedClient(db, user, asked.clientId);
  if (!client) throw new Refusal('NOT_FOUND');
  const balances = await ledgersOf(db, asked);
  const { name: entity, country } = await issuerOf(db, asked.entityId, null);
  const told = { locale: client.docLocale, country, client: client.party.name, entity, balances };
  return {
    canMail,
    ...(await signed(db, told.locale, usualLetter(told, asked))),
    contacts: await offeredContacts(db, 'statement', asked.clientId),
    balances,
  };
}

type Letter = Omit<ParsedInputOf<typeof statements.send>, 'id'>;

/**
 * Puts the statement into the outbox: one message to all recipients, with a PDF for each currency. A mail with the same key is
 * written once. Returns its id, or null if it was there. Refuses NOT_FOUND, MAIL_NOT_SET_UP, STATEMENT_EMPTY, STATEMENT_TOO_LONG.
 */
export async function sendStatement(
  db: Db,
  user: CurrentUser,
  { sentTo, copiedTo, subject, body, ...asked }: Letter,
  { key, runId, canMail }: { key: string; runId?: string; canMail: boolean },
): Promise<string | null> {
  if (!canMail) throw new Refusal('MAIL_NOT_SET_UP');
  const { clientId, entityId } = asked;
  const client = await namedClient(db, user, clientId);
  if (!client) throw new Refusal('NOT_FOUND');
  const files: { name: string; sha256: Buffer }[] = [];
  for (const { currency } of await ledgersOf(db, asked)) {
    const { name, file } = await statementPaper(db, user, { ...asked, currency });
    files.push({ name: fileNameOf(name), sha256: await keepPdf(db, file) });
  }
  const { replyTo, day } = await termsOfMail(db, asked);
  return putClientMail(db, {
    kind: 'statement',
    key,
    entityId,
    clientId,
    day,
    ...(runId !== undefined && { runId }),
    ...(replyTo !== null && { replyTo }),
    sentTo,
    copiedTo,
    language: client.docLocale,
    subject,
    parts: body.split(/\n{2,}/).map((paragraph) => ({ paragraph })),
    files,
  });
}

/** Sends the usual letter to the contacts who take statements. Refuses as `sendStatement`, and ADDRESSEE_REQUIRED. */
export async function sendUsualStatement(
  db: Db,
  user: CurrentUser,
  asked: Asked,
  how: Parameters<typeof sendStatement>[3],
): Promise<string | null> {
  const { contacts, subject, body } = await draftStatement(db, user, asked, how.canMail);
  const those = (kind: 'to' | 'cc') => contacts.filter(({ send }) => send === kind).map(({ email }) => email);
  const sentTo = those('to');
  if (sentTo.length === 0) throw new Refusal('ADDRESSEE_REQUIRED');
  return sendStatement(db, user, { ...asked, sentTo, copiedTo: those('cc'), subject, body }, how);
}
