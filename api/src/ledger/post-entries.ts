import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { NOTHING, convert, negate, subtract, sum, magnitude } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../db/database.ts';
import type { DB } from '../db/schema.ts';

/** The key of an account in postings: `output_tax.<component>` for each component of a tax, and likewise `output_tax_on_advance.<component>`. */
export type SystemAccount =
  | 'bank'
  | 'cash'
  | 'cheques_in_hand'
  | 'receivable'
  | 'withholding_receivable'
  | 'client_reimbursable'
  | 'client_advance'
  | 'input_tax'
  | 'staff_payable'
  | 'staff_advance'
  | 'staff_cash'
  | 'opening_equity'
  | 'income'
  | 'rounding'
  | 'bank_charge'
  | 'bad_debt'
  | 'fx_difference'
  | `output_tax.${string}`
  | `output_tax_on_advance.${string}`;

/** One of the firm's own accounts, such as an expense category's. */
export interface NamedAccount {
  id: string;
}

/** One side of an entry, in minor units of the document's currency: debits are positive, credits negative. */
export interface Posting {
  account: SystemAccount | NamedAccount;
  amount: Minor;
  /** The client, for a client account. */
  clientId?: string;
  /** The person, for a person's account. */
  userId?: string;
  /** The department that earned or spent it, for income and expenses. */
  departmentId?: string | null;
  /** The amount in the base currency, if it does not follow from the entry's rate. */
  base?: Minor;
}

type EntrySource =
  | 'invoice'
  | 'receipt'
  | 'deposit'
  | 'refund'
  | 'allocation'
  | 'credit_note'
  | 'write_off'
  | 'expense'
  | 'staff'
  | 'opening'
  | 'journal'
  | 'void'
  | 'reversal';

export interface Entry {
  /** Given for a manual journal, which is its own entry. */
  id?: string;
  entityId: string;
  date: string;
  source: { type: EntrySource; id: string };
  currency: string;
  baseCurrency: string;
  fxRate: string;
  postings: readonly Posting[];
  /** A date that sets the entry's place among the entries of its day; without it, the moment of posting does. */
  placedBy?: string;
}

/** Debits the account; a negative amount becomes a credit. */
export const debit = (account: Posting['account'], amount: Minor, clientId?: string): Posting => ({
  account,
  amount,
  ...(clientId ? { clientId } : {}),
});

export const credit = (account: Posting['account'], amount: Minor, clientId?: string): Posting =>
  debit(account, negate(amount), clientId);

/** Converts each posting into the base currency on its own. The largest one takes the rounding difference, so that the entry balances. */
function inBase({ postings, currency, baseCurrency, fxRate }: Entry): Minor[] {
  const bases = postings.map(({ amount, base }) => base ?? convert(amount, currency, baseCurrency, fxRate));
  const left = sum(bases);
  if (left === 0) return bases;
  const free: number[] = postings.map(({ base }, index) =>
    base === undefined ? magnitude(bases[index] ?? NOTHING) : -1,
  );
  const position = free.indexOf(Math.max(...free));
  return bases.map((base, index) => (index === position ? subtract(base, left) : base));
}

const sides = (amount: Minor): { debit: Minor; credit: Minor } =>
  amount >= 0 ? { debit: amount, credit: NOTHING } : { debit: NOTHING, credit: negate(amount) };

/** An id that sorts as if it had been created on an earlier day. */
const idOf = (day: string): string => {
  const since = Math.max(0, Date.parse(`${day}T00:00:00Z`))
    .toString(16)
    .padStart(12, '0');
  return `${since.slice(0, 8)}-${since.slice(8)}${uuidv7().slice(13)}`;
};

interface NewEntry {
  header: Insertable<DB['journalEntry']>;
  lines: Insertable<DB['journalLine']>[];
}

function written(entry: Entry, accounts: ReadonlyMap<string, string>, reversalOf: string | null): NewEntry {
  const { entityId, date: entryDate, source, currency, placedBy } = entry;
  const difference = sum(entry.postings.map(({ amount }) => amount));
  if (difference !== 0) throw new Error(`entry of ${source.type} ${source.id} is off by ${difference}`);
  const bases = inBase(entry);
  const id = entry.id ?? (placedBy === undefined ? uuidv7() : idOf(placedBy));
  const lines = entry.postings.map(({ account, amount, clientId, userId, departmentId }, index) => {
    const base = sides(bases[index] ?? NOTHING);
    return {
      entryId: id,
      no: index + 1,
      entityId,
      entryDate,
      accountId: typeof account === 'string' ? (accounts.get(account) ?? '') : account.id,
      clientId: clientId ?? null,
      userId: userId ?? null,
      departmentId: departmentId ?? null,
      currency,
      ...sides(amount),
      baseDebit: base.debit,
      baseCredit: base.credit,
    };
  });
  return {
    header: { id, entityId, entryDate, sourceType: source.type, sourceId: source.id, reversalOf },
    lines,
  };
}

/**
 * The only code that posts to the ledger. Zero amounts are left out. An entry whose postings do not balance in the
 * document's currency is a caller's mistake and throws an Error. At commit, the database refuses an entry that does not
 * balance in the base currency. Returns the ids of the entries; an entry with nothing to post has none.
 */
export async function postEntries(
  db: Db,
  entries: readonly Entry[],
  reversalOf: string | null = null,
): Promise<string[]> {
  const posting = entries
    .map((entry) => ({
      ...entry,
      postings: entry.postings.filter(({ amount, base }) => amount !== 0 || (base ?? 0) !== 0),
    }))
    .filter(({ postings }) => postings.length > 0);
  if (posting.length === 0) return [];
  const accounts = await accountIds(
    db,
    posting.flatMap(({ postings }) => postings),
  );
  const made = posting.map((entry) => written(entry, accounts, reversalOf));
  // The entries are sent before their lines.
  await Promise.all([
    db
      .insertInto('journalEntry')
      .values(made.map(({ header }) => header))
      .execute(),
    db
      .insertInto('journalLine')
      .values(made.flatMap(({ lines }) => lines))
      .execute(),
  ]);
  return made.map(({ header }) => header.id);
}

/** Posts one entry. Returns its id, or null if there is nothing to post. */
export async function postEntry(
  db: Db,
  entry: Entry,
  reversalOf: string | null = null,
): Promise<string | null> {
  const [id = null] = await postEntries(db, [entry], reversalOf);
  return id;
}

async function accountIds(db: Db, postings: readonly Posting[]): Promise<Map<string, string>> {
  const wanted = [
    ...new Set(postings.flatMap(({ account }) => (typeof account === 'string' ? [account] : []))),
  ];
  const rows = await db
    .selectFrom('ledgerAccount')
    .select(['id', 'systemKey'])
    .where(sql<boolean>`system_key = any (${wanted}::text[])`)
    .execute();
  const found = new Map(rows.map((row) => [row.systemKey ?? '', row.id]));
  const missing = wanted.filter((account) => !found.has(account));
  if (missing.length > 0) throw new Error(`no ledger account for ${missing.join(', ')}`);
  return found;
}

/** The entries of a document that are neither reversals nor reversed. */
const standingEntries = (db: Db, source: { type: string; id: string }) =>
  db
    .selectFrom('journalEntry')
    .select(['id', 'entityId'])
    .where('sourceType', '=', source.type)
    .where('sourceId', '=', source.id)
    .where('reversalOf', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('journalEntry as later')
            .select('later.id')
            .whereRef('later.reversalOf', '=', 'journalEntry.id'),
        ),
      ),
    )
    .execute();

interface ReversedAs {
  /** Given for a manual journal, which is its own entry. */
  entryId?: string;
  type: 'void' | 'reversal' | 'journal';
  id: string;
  date: string;
}

/** Posts the exact reversal of an entry on `date`, in both currencies. */
export async function reverseEntry(
  db: Db,
  entry: { id: string; entityId: string },
  as: ReversedAs,
): Promise<void> {
  const id = as.entryId ?? uuidv7();
  await db
    .insertInto('journalEntry')
    .values({
      id,
      entityId: entry.entityId,
      entryDate: as.date,
      sourceType: as.type,
      sourceId: as.id,
      reversalOf: entry.id,
    })
    .execute();
  await sql`
    insert into journal_line (entry_id, no, entity_id, entry_date, account_id, client_id, user_id, department_id,
      currency, debit, credit, base_debit, base_credit)
    select ${id}, no, entity_id, ${as.date}, account_id, client_id, user_id, department_id, currency, credit, debit,
      base_credit, base_debit
    from journal_line where entry_id = ${entry.id}`.execute(db);
}

/** Reverses everything that a document posted and that still stands. */
export async function postReversal(
  db: Db,
  original: { type: string; id: string },
  as: ReversedAs,
): Promise<void> {
  for (const entry of await standingEntries(db, original)) await reverseEntry(db, entry, as);
}
