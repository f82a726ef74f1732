import type { FastifyReply } from 'fastify';
import type { Language } from '@daybook/contracts/fields';
import { ageingBucket } from '@daybook/contracts/money/ageing';
import { NOTHING, add, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { StatementKind } from '@daybook/contracts/receivables/statements/statements';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { ledgerHead, ledgerParties } from '../../billing/client-ledgers/client-ledgers.queries.ts';
import { statementLines } from '../../billing/client-ledgers/statement-pdf.ts';
import { namedClient } from '../../billing/documents/client-party.ts';
import { addresseeOf, issuerOf } from '../../billing/documents/issuer.ts';
import { sendPdf } from '../../billing/documents/send-pdf.ts';
import type { Db } from '../../db/database.ts';
import type { Issuer } from '../../pdf/sheet.ts';
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

interface Ledger {
  clientId: string;
  entityId: string;
  currency: string;
  asOf: string;
}

async function periodOf(db: Db, user: CurrentUser, input: Ledger & { from: string | undefined }) {
  const head = await ledgerHead(db, user, input);
  return { ...head, ...(await statementLines(db, head, input)) };
}

/** Open items add up to the balance of the ledger (docs/rules.md#outstanding-as-of-a-day); what moved before is not printed. */
const whatIsOpen = ({ currency, asOf }: Ledger, open: readonly OpenOnDay[]) => ({
  currency,
  asOf,
  from: null,
  opening: NOTHING,
  debit: NOTHING,
  credit: NOTHING,
  lines: [],
  closing: sum(open.map((item) => item.open)),
  openItems: open.map(asItem),
});

/**
 * The statement of one ledger in the client's language, with what is open by age, the accounts to pay to and a slip. Refuses
 * NOT_FOUND and STATEMENT_TOO_LONG.
 */
export async function readStatement(
  db: Db,
  user: CurrentUser,
  asked: Whose & StatementTerms & Pick<OpenAsked, 'isUnmoved'> & { currency: string; issuer?: Issuer },
): Promise<ReadStatement> {
  const { clientId, entityId, currency, kind, from, asOf, isUnmoved = false } = asked;
  const ledger = { clientId, entityId, currency, asOf };
  await ledgerParties(db, user, ledger);
  const client = await namedClient(db, user, clientId);
  if (!client) throw new Refusal('NOT_FOUND');
  const { code } = await db
    .selectFrom('client')
    .select('code')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  const open = await openItems(db, { ...ledger, isUnmoved });
  const { bounds } = await getAgeingSetting(db);
  const moved = kind === 'period' ? await periodOf(db, user, { ...ledger, from }) : whatIsOpen(ledger, open);
  const statement: Parameters<typeof statementPdf>[0] = {
    ...moved,
    docLocale: client.docLocale,
    issuer: asked.issuer ?? (await issuerOf(db, entityId, null)),
    client: await addresseeOf(db, clientId, client.party),
    ageing: ageingOf(open, asOf, bounds),
    reference: code,
    owed: open.filter(({ dueDate }) => dueDate !== null),
  };
  return {
    docLocale: client.docLocale,
    closing: moved.closing,
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
