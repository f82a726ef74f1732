import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { minor, proportion } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { postEntry, postReversal } from '../../ledger/post-entries.ts';
import { writeOffEntries } from '../../ledger/write-off-entries.ts';
import { postedRate } from '../documents/fx-rates.ts';
import { getInvoice } from '../invoices/invoices.queries.ts';
import { lockTargets } from './allocation-targets.ts';
import { checkUndoDate, latest } from './allocations.rules.ts';

const entityOf = (db: Db, id: string) =>
  db
    .selectFrom('billingEntity')
    .select(['baseCurrency', sql<string>`(now() at time zone timezone)::date`.as('today')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

interface NewWriteOff {
  invoiceId: string;
  entityId: string;
  clientId: string;
  currency: string;
  baseCurrency: string;
  fxRate: string;
  amount: Minor;
  base: Minor;
  date: string;
  reason: string | null;
  /** The allocation whose remainder is written off. */
  allocationId: string | null;
}

export async function postWriteOff(
  db: Db,
  { clientId, entityId, currency, baseCurrency, fxRate, date, ...given }: NewWriteOff,
): Promise<void> {
  const id = uuidv7();
  await db
    .insertInto('writeOff')
    .values({ id, ...given, writtenOffOn: date })
    .execute();
  await postEntry(db, {
    entityId,
    date,
    source: { type: 'write_off', id },
    currency,
    baseCurrency,
    fxRate,
    postings: writeOffEntries(clientId, given.amount, given.base),
  });
}

export async function undoWriteOff(db: Db, user: CurrentUser, id: string, date: string): Promise<void> {
  await db
    .updateTable('writeOff')
    .set({ reversedOn: date, reversedAt: sql<string>`now()`, reversedBy: user.id })
    .where('id', '=', id)
    .execute();
  await postReversal(db, { type: 'write_off', id }, { type: 'reversal', id, date });
}

/**
 * Writes off what is outstanding, or a part of it, on a given date. Refuses STATE_NOT_ALLOWED when nothing is
 * outstanding, ALLOC_EXCEEDS_TARGET on `amount`, and a `date` before the invoice or in the future.
 */
export async function writeOffInvoice(
  db: Db,
  user: CurrentUser,
  { id, amount, date, reason }: ParsedInputOf<typeof writeOffs.create>,
  version: number,
): Promise<Invoice> {
  const invoice = await lockAtVersion(db, 'invoice', id, version, () => getInvoice(db, user, id));
  const [target] = await lockTargets(db, [invoice.client.id], [id]);
  if (!target || target.outstanding === 0)
    throw new Refusal('STATE_NOT_ALLOWED', { from: invoice.status, to: 'written_off' });
  if (amount > target.outstanding) throw refuseField('ALLOC_EXCEEDS_TARGET', 'amount');
  const { baseCurrency, today } = await entityOf(db, invoice.entity.id);
  checkUndoDate(date, latest(target.issueDate, target.releasedOn), today);
  const base = proportion(target.carried, minor(amount), target.outstanding);
  await postWriteOff(db, {
    invoiceId: id,
    entityId: invoice.entity.id,
    clientId: invoice.client.id,
    currency: invoice.currency,
    baseCurrency,
    fxRate: postedRate(invoice, baseCurrency),
    amount: minor(amount),
    base,
    date,
    reason,
    allocationId: null,
  });
  return getInvoice(db, user, id);
}

/**
 * Takes a write-off back: its amount is outstanding again from `date` on. Refuses NOT_FOUND, STATE_NOT_ALLOWED when it
 * was already taken back, and a `date` before the write-off or in the future.
 */
export async function takeBackWriteOff(
  db: Db,
  user: CurrentUser,
  { id, writeOffId, date }: ParsedInputOf<typeof writeOffs.takeBack>,
  version: number,
): Promise<Invoice> {
  const invoice = await lockAtVersion(db, 'invoice', id, version, () => getInvoice(db, user, id));
  const writeOff = invoice.writeOffs.find((one) => one.id === writeOffId);
  if (!writeOff) throw new Refusal('NOT_FOUND');
  if (writeOff.reversedOn !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'reversed', to: 'reversed' });
  const { today } = await entityOf(db, invoice.entity.id);
  checkUndoDate(date, writeOff.date, today);
  await undoWriteOff(db, user, writeOffId, date);
  return getInvoice(db, user, id);
}
