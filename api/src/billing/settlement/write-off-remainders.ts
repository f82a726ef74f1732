import { sql } from 'kysely';
import { subtract, sum } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { AllocationTarget, PlannedAllocation } from './allocations.rules.ts';
import { postWriteOff, undoWriteOff } from './write-off-invoice.ts';

interface Payment {
  entityId: string;
  currency: string;
  baseCurrency: string;
}

interface Made extends PlannedAllocation {
  id: string;
}

const termsOf = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('billingEntity as entity', 'entity.id', 'invoice.entityId')
    .select(['invoice.id', sql<string>`invoice.fx_rate`.as('fxRate'), 'entity.writeOffLimit'])
    .where('invoice.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, ...terms }) => [id, terms]));
};

function leftOf({ id, outstanding, carried }: AllocationTarget, made: readonly Made[]) {
  const paid = made.filter(({ invoiceId }) => invoiceId === id);
  return {
    invoiceId: id,
    amount: subtract(outstanding, sum(paid.map(({ amount }) => amount))),
    base: subtract(carried, sum(paid.map(({ invoiceBase }) => invoiceBase))),
  };
}

/**
 * Writes off what these allocations leave outstanding on the rows in `asked`, together with the allocation and on its
 * date. Refuses WRITE_OFF_OVER_LIMIT on the row's amount if the remainder is above the billing entity's limit.
 */
export async function writeOffRemainders(
  db: Db,
  { entityId, currency, baseCurrency }: Payment,
  asked: readonly { writeOffRemainder: boolean }[],
  targets: readonly AllocationTarget[],
  made: readonly Made[],
): Promise<void> {
  const wanted = targets.flatMap((target) => {
    const row = made.findIndex(
      ({ invoiceId }, at) => invoiceId === target.id && asked[at]?.writeOffRemainder,
    );
    return row === -1 ? [] : [{ row, ...leftOf(target, made) }];
  });
  const rests = wanted.filter(({ amount }) => amount > 0);
  if (rests.length === 0) return;
  const terms = await termsOf(
    db,
    rests.map(({ invoiceId }) => invoiceId),
  );
  for (const { row, invoiceId, amount, base } of rests) {
    const allocation = made[row];
    const term = terms.get(invoiceId);
    if (!allocation || !term) continue;
    if (term.writeOffLimit === 0 || base > term.writeOffLimit)
      throw refuseField('WRITE_OFF_OVER_LIMIT', `allocations.${row}.amount`);
    await postWriteOff(db, {
      entityId,
      clientId: allocation.clientId,
      currency,
      baseCurrency,
      invoiceId,
      fxRate: term.fxRate,
      amount,
      base,
      date: allocation.allocatedOn,
      reason: null,
      allocationId: allocation.id,
    });
  }
}

/** A write-off made with allocations is reversed with them. */
export async function takeBackRemainders(
  db: Db,
  user: CurrentUser,
  allocationIds: readonly string[],
  date: string,
): Promise<void> {
  const rests = await db
    .selectFrom('writeOff')
    .select('id')
    .where('allocationId', 'in', [...allocationIds])
    .where('reversedOn', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rests) await undoWriteOff(db, user, id, date);
}
