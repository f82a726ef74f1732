import { userLedgers } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { Caller, TestApi } from '../test-api.ts';

/** What people and entity owe each other, from receipts, expenses and vouchers only: who, which account, which currency, how much. */
const ofDocuments = `
  select whose as person, account, currency, sum(amount)::bigint as amount from (
    select claimant_id as whose, 'payable' as account, currency, gross as amount
      from expense where entity_id = $1 and paid_by = 'person' and status = 'approved'
    union all
    select user_id, 'advance', currency, amount from staff_voucher
      where entity_id = $1 and status = 'posted' and kind = 'advance'
    union all
    select user_id, 'advance', currency, -amount from staff_voucher
      where entity_id = $1 and status = 'posted' and (kind = 'advance_return' or kind = 'settlement' and account = 'advance')
    union all
    select user_id, 'cash', currency, -amount from staff_voucher
      where entity_id = $1 and status = 'posted' and (kind = 'hand_over' or kind = 'settlement' and account = 'staff_cash')
    union all
    select to_user_id, 'cash', currency, amount from staff_voucher
      where entity_id = $1 and status = 'posted' and to_user_id is not null
    union all
    select received_by, 'cash', receipt.currency, receipt.amount from receipt
      join receipt_state state on state.receipt_id = receipt.id join billing_entity entity on entity.id = receipt.entity_id
      where receipt.entity_id = $1 and state.status = 'posted' and receipt.mode = 'cash' and receipt.opening_on is null
        and entity.keeps_staff_cash
  ) part group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`;

interface Held {
  person: string;
  account: string;
  currency: string;
  amount: number;
}

const textOf = ({ person, account, currency, amount }: Held) => [person, account, currency, amount].join(' ');

/** The report of the user ledgers, each ledger's last line, and what the documents say. They have to be the same. */
export async function staffBothWays({ ownerPool }: TestApi, reader: Caller, entityId: string, asOf: string) {
  const { rows: documents } = await ownerPool.query<Held>(ofDocuments, [entityId]);
  const { rows } = await reader.call(userLedgers.list, { filter: { entityId, asOf }, pageSize: 100 });
  const reported = rows.flatMap(({ person, currency, payable, advance, cash }) =>
    Object.entries({ payable, advance, cash })
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => textOf({ person: person.id, account, currency, amount })),
  );
  const last: string[] = [];
  const nets: string[] = [];
  for (const { person, currency, net } of rows) {
    const ledger = await reader.call(userLedgers.lines, {
      personId: person.id,
      entityId,
      currency,
      asOf,
      pageSize: 100,
    });
    last.push(`${person.id} ${currency} ${ledger.rows.at(-1)?.balance ?? 0} ${ledger.closing.net}`);
    nets.push(`${person.id} ${currency} ${net} ${net}`);
  }
  return {
    reported: { balances: reported.toSorted(), last },
    documents: { balances: documents.map(textOf).toSorted(), last: nets },
  };
}
