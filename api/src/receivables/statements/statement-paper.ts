import type { FastifyReply } from 'fastify';
import type { Language } from '@daybook/contracts/fields';
import { ageingBucket } from '@daybook/contracts/money/ageing';
import { NOTHING, add, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { StatementKind } from '@daybook/contracts/receivables/statements/statements';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { ledgerHead } from '../../billing/client-ledgers/client-ledgers.queries.ts';
import { statementLines } from '../../billing/client-ledgers/statement-pdf.ts';
import { namedClient } from '../../billing/documents/client-party.ts';
import { addresseeOf, issuerOf } from '../../billing/documents/issuer.ts';
import { sendPdf } from '../../billing/documents/send-pdf.ts';
import type { Db } from '../../db/database.ts';
import { statementPdf } from '../../pdf/statement-pdf.ts';
import type { OpenItem, PrintedAgeing } from '../../pdf/statement-pdf.ts';
import { getAgeingSetting } from '../outstanding/ageing-setting.queries.ts';
import type { OpenAsked } from '../outstanding/open-rows.ts';
import { openItems } from './open-items.queries.ts';
import type { OpenOnDay } from './open-items.queries.ts';

export interface StatementTerms {
  kind: StatementKind;
  from?: string | undefined;
  asOf: string;
}

export interface Whose {
  clientId: string;
  entityId: string;
}

export interface StatementPaper {
  docLocale: Language;
  closing: Minor;
  name: string;
  file: Uint8Array;
}

/** A statement that has been read. It is printed by another thread, so the next one can be read meanwhile. */
export interface ReadStatement extends Omit<StatementPaper, 'file'> {
  print: () => Promise<Uint8Array>;
}

/** What is owed by how long it has been due on the day, and the credits that settle nothing yet. */
export function ageingOf(
  rows: readonly Pick<OpenOnDay, 'dueDate' | 'open'>[],
  asOf: string,
  bounds: readonly number[],
): PrintedAgeing {
  const amounts: Minor[] = Array.from({ length: bounds.length + 2 }, () => NOTHING);
  for (const { dueDate, open } of rows) {
    if (dueDate === null) continue;
    const bucket = ageingBucket(dueDate, asOf, bounds);
    amounts[bucket] = add(amounts[bucket] ?? NOTHING, open);
  }
  const credits = rows.filter(({ dueDate }) => dueDate === null).map(({ open }) => open);
  return { bounds, amounts, unapplied: sum(credits) };
}

const asItem = ({ date, kind, document, dueDate, open }: OpenOnDay): OpenItem => ({
  date,
  kind,
  document,
  dueDate,
  open,
});

/**
 * The statement of one ledger in the client's language, with what is open by age, the accounts to pay to and a slip. Refuses
 * NOT_FOUND and STATEMENT_TOO_LONG.
 */
export async function readStatement(
  db: Db,
  user: CurrentUser,
  asked: Whose & StatementTerms & Pick<OpenAsked, 'isUnmoved'> & { currency: string },
): Promise<ReadStatement> {
  const { clientId, entityId, currency, kind, from, asOf, isUnmoved = false } = asked;
  const input = { clientId, entityId, currency, asOf, from: kind === 'period' ? from : undefined };
  const head = await ledgerHead(db, user, input);
  const client = await namedClient(db, user, clientId);
  if (!client) throw new Refusal('NOT_FOUND');
  const { code } = await db
    .selectFrom('client')
    .select('code')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  const open = await openItems(db, { clientId, entityId, currency, asOf, isUnmoved });
  const { bounds } = await getAgeingSetting(db);
  const statement: Parameters<typeof statementPdf>[0] = {
    ...head,
    ...(kind === 'period' ? await statementLines(db, head, input) : { lines: [] }),
    docLocale: client.docLocale,
    issuer: await issuerOf(db, entityId, null),
    client: await addresseeOf(db, clientId, client.party),
    ...(kind === 'open_items' && { openItems: open.map(asItem) }),
    ageing: ageingOf(open, asOf, bounds),
    reference: code,
    owed: open.filter(({ dueDate }) => dueDate !== null),
  };
  return {
    docLocale: client.docLocale,
    closing: head.closing,
    name: `statement-${code}-${currency}-${asOf}`,
    print: () => statementPdf(statement),
  };
}

/** As `readStatement`, printed. */
export async function statementPaper(...asked: Parameters<typeof readStatement>): Promise<StatementPaper> {
  const { print, ...statement } = await readStatement(...asked);
  return { ...statement, file: await print() };
}

export async function sendStatementPaper(
  db: Db,
  user: CurrentUser,
  input: Parameters<typeof statementPaper>[2],
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, file } = await statementPaper(db, user, input);
  return sendPdf(reply, name, file);
}
