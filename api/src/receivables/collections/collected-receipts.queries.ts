import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type {
  CollectedFigures,
  CollectedReceipt,
  collectedReceipts,
} from '@daybook/contracts/receivables/collections/collections';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { factsOf } from './collection-facts.ts';
import { periodsOf } from './collections.rules.ts';

type ListInput = ParsedInputOf<typeof collectedReceipts.list>;

interface Collected extends CollectedFigures {
  id: string;
  receiptId: string;
  sign: 1 | -1;
  date: string;
  currency: string;
}

/** One row for each receipt and each reversal; filtered by service or department, with its share. */
function collected(user: CurrentUser, input: ListInput) {
  const { serviceId, departmentId } = input.filter;
  const { period } = periodsOf(input.filter);
  const isSplit = serviceId !== undefined || departmentId !== undefined;
  const facts = factsOf(user, input, { period, before: null }, isSplit);
  const named = sql`receipt_id || case sign when 1 then '' else '-' end as id, receipt_id, sign, day as date, currency`;
  return isSplit
    ? sql<Collected>`(
    select ${named}, sum(gross)::bigint as gross, sum(withheld)::bigint as withheld, sum(bank_charge)::bigint as bank_charge,
      sum(net)::bigint as net, sum(allocated)::bigint as allocated, sum(unallocated)::bigint as unallocated,
      sum(refunded)::bigint as refunded
    from ${facts} as fact group by receipt_id, sign, day, currency)`
    : sql<Collected>`(
    select ${named}, gross, withheld, bank_charge, net, allocated, unallocated, refunded from ${facts} as fact)`;
}

const withDetails = (db: Db, user: CurrentUser, input: ListInput) =>
  db
    .selectFrom(collected(user, input).as('row'))
    .innerJoin('receipt', 'receipt.id', 'row.receiptId')
    .innerJoin('client', 'client.id', 'receipt.clientId')
    .innerJoin('billingEntity as entity', 'entity.id', 'receipt.entityId')
    .selectAll('row')
    .select([
      'receipt.number',
      'receipt.clientId',
      'client.name as clientName',
      'receipt.entityId',
      'entity.name as entityName',
      sql<CollectedReceipt['mode']>`receipt.mode`.as('mode'),
      'receipt.reference',
    ]);

export async function listCollected(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<CollectedReceipt>> {
  type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;
  const keys = [
    { by: sql.ref('row.date'), of: (row: Row) => row.date },
    { by: sql.ref('row.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withDetails(db, user, input), keys, descending, input);
  const rows = page.rows.map(
    ({ receiptId, sign, number, clientId, clientName, entityId, entityName, ...row }) => ({
      ...row,
      receipt: { id: receiptId, label: number },
      isReversal: sign === -1,
      client: { id: clientId, label: clientName },
      entity: { id: entityId, label: entityName },
    }),
  );
  return { ...page, rows };
}

export async function bankAccountsOf(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select account ->> 'id' as id, account ->> 'label' as label
    from billing_entity, jsonb_array_elements(bank_accounts) as account order by label, id`.execute(db);
  return rows;
}

export async function countCollected(db: Db, user: CurrentUser, input: ListInput) {
  const [counted, bankAccounts] = await Promise.all([
    totalOf(db, db.selectFrom(collected(user, input).as('row'))),
    bankAccountsOf(db),
  ]);
  return { ...counted, bankAccounts };
}
