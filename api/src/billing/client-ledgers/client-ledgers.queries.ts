import { sql } from 'kysely';
import type {
  ClientLedger,
  clientLedgers,
  LedgerLine,
} from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import { NOTHING, negate, add } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { inScope } from '../../scope.ts';
import { linesOf, ofBalance, ofWithheld } from './ledger-lines.ts';
import type { Movement } from './ledger-lines.ts';

type LinesInput = ParsedInputOf<typeof clientLedgers.open>;
type LedgerInput = Omit<LinesInput, 'cursor' | 'pageSize'>;

/** Refuses NOT_FOUND, including for a client outside the caller's scope. */
async function ledgerClient(db: Db, user: CurrentUser, clientId: string): Promise<Reference> {
  const client = await db
    .selectFrom('client')
    .select(['id', 'name as label'])
    .where('id', '=', clientId)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw new Refusal('NOT_FOUND');
  return client;
}

/** The ledgers in which something was posted for the client. Refuses NOT_FOUND. */
export async function findLedgers(
  db: Db,
  user: CurrentUser,
  { clientId, asOf }: ParsedInputOf<typeof clientLedgers.find>,
) {
  await ledgerClient(db, user, clientId);
  const rows = await db
    .selectFrom('journalLine as line')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .innerJoin('billingEntity as entity', 'entity.id', 'line.entityId')
    .select([
      'entity.id',
      'entity.name as label',
      'line.currency',
      sql<Minor>`sum(line.debit - line.credit)::bigint`.as('balance'),
    ])
    .where('line.clientId', '=', clientId)
    .where('line.entryDate', '<=', asOf)
    .where((eb) => eb.or([eb('account.systemKey', '=', 'receivable'), eb('account.isAdvance', '=', true)]))
    .groupBy(['entity.id', 'line.currency'])
    .orderBy(sql`entity.name collate "und-x-icu"`)
    .orderBy('entity.id')
    .orderBy('line.currency')
    .execute();
  return rows.map(({ id, label, ...row }) => ({ entity: { id, label }, ...row }));
}

interface Entry {
  entryDate: string;
  entryId: string;
  /** The total movement of the entry; `withheld` is the part of it that is tax withheld. */
  due: Minor | null;
  withheld: Minor;
}

/**
 * Everything that moved the client's balance up to a day. It reads only the dated lines of receivables and advances, so
 * nothing that takes effect later changes the result. One index returns them in order; a join would lose that order.
 */
const entriesOf = ({ clientId, entityId, currency, asOf }: LedgerInput) => sql<Entry>`(
  select entry_date, entry_id,
    sum(debit - credit) filter (where account_id in ${ofBalance})::bigint as due,
    coalesce(sum(debit - credit) filter (where account_id in ${ofWithheld}), 0)::bigint as withheld
  from journal_line
  where client_id = ${clientId} and entity_id = ${entityId} and currency = ${currency} and entry_date <= ${asOf}
  group by entry_date, entry_id)`;

const amountsOf = (input: LedgerInput) => sql<Omit<Movement, 'balance'>>`(
  select entry_date, entry_id, part, amount from ${entriesOf(input)} entry
  cross join lateral (values (0, due + withheld), (1, -withheld)) as movement (part, amount)
  where due <> 0 and amount <> 0)`;

/** The running balance is computed over all movements, so that it is right on every page. */
const movements = (input: LedgerInput) => sql<Movement>`(
  select moved.*, (sum(amount) over (order by entry_date, entry_id, part))::bigint as balance
  from ${amountsOf(input)} moved)`;

const keys = [
  { by: sql.ref('movement.entryDate'), of: (row: Movement) => row.entryDate },
  { by: sql.ref('movement.entryId'), of: (row: Movement) => row.entryId },
  { by: sql.ref('movement.part'), of: (row: Movement) => row.part },
];

const entryKeys = [
  { by: sql.ref('entry.entryDate'), of: (row: Entry) => row.entryDate },
  { by: sql.ref('entry.entryId'), of: (row: Entry) => row.entryId },
];

/** Reads only the lines; `ledgerHead` checks whether the caller may see the client. */
export async function pageOfLines(db: Db, input: LinesInput): Promise<Page<LedgerLine>> {
  const moved = db
    .selectFrom(movements(input).as('movement'))
    .selectAll()
    .$if(input.from !== undefined, (query) => query.where('movement.entryDate', '>=', input.from ?? ''));
  const page = await pageByKeyset(moved, keys, false, input);
  return { ...page, rows: await linesOf(db, page.rows, () => ({})) };
}

/** Whose ledger it is. Refuses NOT_FOUND. */
export async function ledgerParties(
  db: Db,
  user: CurrentUser,
  { clientId, entityId }: Pick<LedgerInput, 'clientId' | 'entityId'>,
) {
  const client = await ledgerClient(db, user, clientId);
  const entity = await db
    .selectFrom('billingEntity')
    .select(['id', 'name as label'])
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw new Refusal('NOT_FOUND');
  return { client, entity };
}

/** Opening and closing balance of a ledger and what moved between. Refuses NOT_FOUND. */
export async function ledgerHead(db: Db, user: CurrentUser, input: LedgerInput) {
  const { currency, from, asOf } = input;
  const parties = await ledgerParties(db, user, input);
  const first = from ?? null;
  const moved = await db
    .selectFrom(amountsOf(input).as('movement'))
    .select([
      sql<Minor>`coalesce(sum(amount) filter (where entry_date < ${first}), 0)::bigint`.as('opening'),
      sql<Minor>`coalesce(sum(amount) filter (where amount > 0 and (entry_date < ${first}) is not true), 0)::bigint`.as(
        'debit',
      ),
      sql<Minor>`coalesce(-sum(amount) filter (where amount < 0 and (entry_date < ${first}) is not true), 0)::bigint`.as(
        'credit',
      ),
      sql<Minor>`coalesce(sum(amount), 0)::bigint`.as('closing'),
    ])
    .executeTakeFirstOrThrow();
  return { ...parties, currency, from: first, asOf, ...moved };
}

export async function openLedger(db: Db, user: CurrentUser, input: LinesInput): Promise<ClientLedger> {
  const head = await ledgerHead(db, user, input);
  return { ...head, ...(await pageOfLines(db, input)) };
}

/** A line of the exported file; the first one holds the opening balance. */
export type ExportedLine = Omit<LedgerLine, 'document' | 'documentKind'> & {
  document: Reference | null;
};

/**
 * Reads the whole ledger for a file, page by page. Each page continues from the balance of the page before it, so only
 * `ledgerHead` sums the ledger.
 */
export function exportedLines(
  db: Db,
  head: Awaited<ReturnType<typeof ledgerHead>>,
  input: LedgerInput,
  pageSize = 500,
) {
  const { from, opening } = head;
  const entries = db
    .selectFrom(entriesOf(input).as('entry'))
    .selectAll()
    .$if(from !== null, (query) => query.where('entry.entryDate', '>=', from ?? ''));
  const before = new Map<string | undefined, Minor>([[undefined, opening]]);
  return async (cursor: string | undefined): Promise<Page<ExportedLine>> => {
    const page = await pageByKeyset(entries, entryKeys, false, { cursor, pageSize });
    let balance = before.get(cursor) ?? NOTHING;
    const moved = page.rows.flatMap(({ due, withheld, ...entry }) => {
      if (due === null || due === 0) return [];
      const parts = [add(due, withheld), negate(withheld)].map((amount, part) => ({
        ...entry,
        part,
        amount,
      }));
      return parts
        .filter(({ amount }) => amount !== 0)
        .map((movement) => {
          balance = add(balance, movement.amount);
          return { ...movement, balance };
        });
    });
    if (page.next !== null) before.set(page.next, balance);
    const rows: ExportedLine[] = await linesOf(db, moved, () => ({}));
    return {
      ...page,
      rows: cursor === undefined && from !== null ? [openingLine(from, opening), ...rows] : rows,
    };
  };
}

const openingLine = (date: string, balance: Minor): ExportedLine => ({
  date,
  kind: 'opening',
  document: null,
  dueDate: null,
  debit: NOTHING,
  credit: NOTHING,
  balance,
});
