import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type {
  PostdatedCheque,
  postdatedCheques,
} from '@daybook/contracts/billing/receipts/postdated-cheques';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING, least } from '@daybook/contracts/money/money';
import { settlingAmount } from '@daybook/contracts/money/settlement';
import { addDays } from '@daybook/contracts/plain-date';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { theSystem } from '../../auth/the-system.ts';
import { apart } from '../../db/apart.ts';
import { actAs, json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { asRefusal } from '../../http/refuse.ts';
import { inBase } from '../../ledger/receipt-entries.ts';
import { knownRate } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { lockInvoices, lockTargets, paidFor } from '../settlement/allocation-targets.ts';
import { namedClient } from '../documents/client-party.ts';
import { postedRate } from '../documents/fx-rates.ts';
import { keptAccount, receiptBasis } from '../settlement/receipt-basis.ts';
import { planAllocations } from '../settlement/allocations.rules.ts';
import { checkReceipt } from './receipts.rules.ts';
import { voucherTax } from './advance-vouchers.ts';
import { createReceipt } from './post-receipt.ts';
import { getPostdated } from './postdated-cheques.queries.ts';

type NewCheque = Omit<ParsedInputOf<typeof postdatedCheques.create>, 'id'>;

const aYear = 365;

/** Refuses a `receiptDate` that is not in the future or more than a year ahead, and a `mode` other than cheque. */
function checkDay({ mode, receiptDate }: NewCheque, today: string): void {
  if (mode !== 'cheque') throw refuseField('INPUT_INVALID', 'mode', {}, 'NOT_A_CHEQUE');
  const [earliest, last] = [addDays(today, 1), addDays(today, aYear)];
  if (receiptDate < earliest)
    throw refuseField('INPUT_INVALID', 'receiptDate', { earliest }, 'DATE_TOO_EARLY');
  if (receiptDate > last)
    throw refuseField('INPUT_INVALID', 'receiptDate', { latest: last }, 'DATE_TOO_LATE');
}

/** Refuses each allocation that the receipt would be refused for if it were created today. */
async function checkAllocations(db: Db, user: CurrentUser, cheque: NewCheque, baseCurrency: string) {
  const { clientId, entityId, currency, receiptDate, allocations } = cheque;
  const received = inBase({ ...cheque, fxRate: postedRate(cheque, baseCurrency) }, baseCurrency);
  const source = {
    entityId,
    currency,
    available: settlingAmount(received),
    withheld: NOTHING,
    carried: settlingAmount(received.base),
    date: receiptDate,
    releasedOn: null,
  };
  const ids = allocations.map(({ invoiceId }) => invoiceId);
  planAllocations(
    source,
    await lockTargets(db, await paidFor(db, user, clientId), ids),
    allocations,
    receiptDate,
  );
}

/** Stores a cheque until its date. Refuses every error on its field, as `createReceipt` would on that date. */
export async function createPostdated(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...cheque }: NewCheque & { id?: string | undefined },
): Promise<PostdatedCheque> {
  const entity = await receiptBasis(db, cheque.entityId);
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  const client = await namedClient(db, user, cheque.clientId);
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  checkDay(cheque, entity.today);
  checkReceipt(cheque, { ...entity, today: cheque.receiptDate });
  await voucherTax(db, user, cheque);
  await checkAllocations(db, user, cheque, entity.baseCurrency);
  const { entityId, clientId, currency, amount, receiptDate, instrumentNo, instrumentBank } = cheque;
  await db
    .insertInto('postdatedCheque')
    .values({
      id,
      entityId,
      clientId,
      currency,
      amount,
      dueOn: receiptDate,
      instrumentNo: instrumentNo ?? '',
      instrumentBank: instrumentBank ?? '',
      input: json(cheque),
      searchText: normalise(client.name, instrumentNo, instrumentBank, cheque.reference),
    })
    .execute();
  return getPostdated(db, user, id);
}

/** Returns a cheque to the client before its date. Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED. */
export async function withdrawPostdated(
  db: Db,
  user: CurrentUser,
  { id, reason }: ParsedInputOf<typeof postdatedCheques.withdraw>,
  version: number,
): Promise<PostdatedCheque> {
  const cheque = await lockAtVersion(db, 'postdatedCheque', id, version, () => getPostdated(db, user, id));
  if (cheque.status !== 'waiting')
    throw new Refusal('STATE_NOT_ALLOWED', { from: cheque.status, to: 'withdrawn' });
  await db
    .updateTable('postdatedCheque')
    .set({ status: 'withdrawn', withdrawnReason: reason, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getPostdated(db, user, id);
}

const takeNext = (db: Db) =>
  db
    .selectFrom('postdatedCheque as cheque')
    .innerJoin('billingEntity as entity', 'entity.id', 'cheque.entityId')
    .select([
      'cheque.id',
      'cheque.createdBy',
      'entity.baseCurrency',
      sql<NewCheque>`cheque.input`.as('input'),
    ])
    .where(sql<boolean>`is_due(cheque, entity, now())`)
    // No time zone is more than one day ahead of the database; this bound limits what the index reads.
    .where('cheque.dueOn', '<=', sql<string>`current_date + 1`)
    .where('cheque.notBefore', '<=', sql<string>`clock_timestamp()`)
    .where(sql<boolean>`not is_held('cheques')`)
    .orderBy('cheque.dueOn')
    .orderBy('cheque.id')
    .limit(1)
    .forUpdate('cheque')
    .skipLocked()
    .executeTakeFirst();

/**
 * The intended allocations, reduced to what is still outstanding on invoices that the client still pays for. The
 * remainder becomes an advance.
 */
async function stillOwed(db: Db, { clientId, voucherKind, allocations }: NewCheque) {
  if (allocations.length === 0) return [];
  const payees = voucherKind === 'receipt' ? await paidFor(db, theSystem, clientId) : [clientId];
  const locked = await lockInvoices(
    db,
    allocations.map(({ invoiceId }) => invoiceId),
  );
  return allocations.flatMap(({ invoiceId, amount, writeOffRemainder }) => {
    const invoice = locked.find((one) => one.id === invoiceId && payees.includes(one.clientId));
    const owed = least(amount, invoice?.outstanding ?? NOTHING);
    return owed > 0
      ? [{ invoiceId, amount: owed, writeOffRemainder: writeOffRemainder && owed === amount }]
      : [];
  });
}

/** Creates the receipt as intended, or without write-offs if the entity's limit is lower by now. */
async function makeReceipt(db: Db, receipt: Parameters<typeof createReceipt>[2]): Promise<void> {
  const { refused } = await apart(db, () => createReceipt(db, theSystem, receipt));
  if (!refused) return;
  if (refused.code !== 'WRITE_OFF_OVER_LIMIT') throw refused;
  const allocations = receipt.allocations.map((one) => ({ ...one, writeOffRemainder: false }));
  await createReceipt(db, theSystem, { ...receipt, allocations });
}

async function receive(db: Db, cheque: NonNullable<Awaited<ReturnType<typeof takeNext>>>): Promise<void> {
  const { id, input, baseCurrency, createdBy } = cheque;
  const { currency, receiptDate } = input;
  await db.executeQuery(actAs(createdBy, uuidv7(), 'postdated_cheques.receive'));
  const rate = await knownRate(db, { from: currency, to: baseCurrency, date: receiptDate });
  const { bankAccounts = [] } = (await receiptBasis(db, input.entityId)) ?? {};
  await makeReceipt(db, {
    ...input,
    id,
    fxRate: rate?.rate ?? input.fxRate,
    bankAccountId: keptAccount(bankAccounts, input.bankAccountId),
    allocations: await stillOwed(db, input),
  });
  await db
    .updateTable('postdatedCheque')
    .set({ status: 'received', receiptId: id, failure: null, ...nextVersion })
    .where('id', '=', id)
    .execute();
}

/**
 * Tries again after a minute if the database was unavailable, otherwise after an hour: by then somebody may have
 * reopened a period or reactivated an account.
 */
function putOff(root: Db, id: string, refusal: Refusal) {
  // There is no form here, so an error of a field is shown as the error of the whole cheque.
  const { code, params = {} } = Object.values(refusal.fields).flat()[0] ?? refusal;
  return root
    .updateTable('postdatedCheque')
    .set({
      failure: json({
        code,
        params: Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value === 'string')),
      }),
      notBefore: sql<string>`clock_timestamp() + ${refusal.code === 'UNAVAILABLE' ? '1 minute' : '1 hour'}::interval`,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

async function receiveNext(root: Db): Promise<boolean> {
  let id: string | undefined;
  try {
    await root.transaction().execute(async (db) => {
      const cheque = await takeNext(db);
      id = cheque?.id;
      if (cheque) await receive(db, cheque);
    });
  } catch (error) {
    if (id === undefined) throw error;
    const refusal = asRefusal(error as Error);
    await putOff(root, id, refusal);
    // An internal error is also logged.
    if (refusal.code === 'INTERNAL') throw error;
  }
  return id !== undefined;
}

/**
 * Creates the receipts of cheques that have fallen due, each in its own transaction. Several servers may run it at
 * once. Returns the number of cheques tried.
 */
export async function receivePostdated(root: Db, stop?: AbortSignal): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    if (stop?.aborted || !(await receiveNext(root))) return tried;
  }
}
