import { sql } from 'kysely';
import { minor, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import type { AllocationTarget } from './allocations.rules.ts';

/**
 * Locks invoices in the order of their ids, document before status as the void does, so that no two commands deadlock.
 * A command that locks a receipt does so before it locks invoices.
 */
export const lockInvoices = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('invoice')
    .innerJoin('invoiceState as state', 'state.invoiceId', 'invoice.id')
    .select([
      'invoice.id',
      'state.entityId',
      'state.clientId',
      'state.currency',
      'state.number',
      // An invoice from the old system counts from the cut-over date.
      sql<string>`coalesce(invoice.opening_on, state.issue_date)`.as('issueDate'),
      'state.dueDate',
      'state.outstanding',
      'state.status',
    ])
    .where('invoice.id', 'in', [...ids])
    .where('invoice.docKind', '<>', 'proforma')
    .orderBy('invoice.id')
    .forUpdate(['invoice', 'state'])
    .execute();

const postedBase = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('journalEntry as entry')
    .innerJoin('journalLine as line', 'line.entryId', 'entry.id')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select(['entry.sourceId as id', sql<Minor>`sum(base_debit - base_credit)::bigint`.as('base')])
    .where('entry.sourceType', '=', 'invoice')
    .where('entry.sourceId', 'in', [...ids])
    .where('account.systemKey', '=', 'receivable')
    .groupBy('entry.sourceId')
    .execute();

const settledSoFar = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('invoiceSettlement')
    .select([
      sql<string>`invoice_id`.as('id'),
      sql<Minor>`coalesce(sum(base) filter (where reversed_on is null), 0)::bigint`.as('base'),
      sql<string | null>`max(reversed_on)`.as('releasedOn'),
    ])
    .where('invoiceId', 'in', [...ids])
    .groupBy('invoiceId')
    .execute();

/**
 * The clients whose invoices a client's receipt may settle: the client itself and, if it is the payer of a group, the
 * group's clients in the caller's scope.
 */
export async function paidFor(db: Db, user: CurrentUser, payerId: string): Promise<string[]> {
  const members = await db
    .selectFrom('clientGroup')
    .innerJoin('client as member', 'member.groupId', 'clientGroup.id')
    .select('member.id')
    .where('clientGroup.payerClientId', '=', payerId)
    .where('member.id', '<>', payerId)
    .where(inScope.client(user, sql.ref('member.id')))
    .execute();
  return [payerId, ...members.map(({ id }) => id)];
}

/** Locks the issued invoices of these clients among `ids`. Other clients' invoices, drafts and void invoices are left out. */
export async function lockTargets(
  db: Db,
  clientIds: readonly string[],
  ids: readonly string[],
): Promise<AllocationTarget[]> {
  if (ids.length === 0) return [];
  const locked = await lockInvoices(db, ids);
  // These amounts are read after the lock, so they can no longer change.
  const posted = new Map((await postedBase(db, ids)).map((row) => [row.id, row.base]));
  const settled = new Map((await settledSoFar(db, ids)).map((row) => [row.id, row]));
  return locked
    .filter(({ clientId, status }) => clientIds.includes(clientId) && status !== 'draft' && status !== 'void')
    .map((invoice) => {
      const earlier = settled.get(invoice.id);
      return {
        ...invoice,
        outstanding: minor(invoice.outstanding),
        carried: subtract(minor(posted.get(invoice.id) ?? 0), minor(earlier?.base ?? 0)),
        releasedOn: earlier?.releasedOn ?? null,
      };
    });
}
