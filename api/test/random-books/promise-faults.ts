import type { PromiseState } from '@daybook/contracts/receivables/follow-up/promises';
import type { Minor } from '@daybook/contracts/money/money';
import { judgePromises } from '../../src/receivables/follow-up/judge-promises.ts';
import { judgePromise } from '../../src/receivables/follow-up/promises.rules.ts';
import { noonOf } from './follow-up-commands.ts';
import type { Fixture } from './step.ts';

interface Stored {
  id: string;
  state: PromiseState;
  promisedOn: string;
  received: Minor;
  dueOn: string;
  hasLater: boolean;
  instalments: { dueOn: string; amount: Minor }[];
  receipts: { receiptDate: string; amount: Minor }[];
}

/** The promises to a billing entity, each with the receipts that stand and were posted since. */
const promises = `select promise.id, state, promised_on::text as "promisedOn", received::float8 as received, due_on::text as "dueOn",
  exists (select from promise later where later.client_id = promise.client_id and later.currency = promise.currency
    and later.entity_id = promise.entity_id and later.created_at > promise.created_at) as "hasLater",
  (select json_agg(json_build_object('dueOn', part.due_on, 'amount', part.amount) order by part.no)
    from promise_instalment part where promise_id = promise.id) as instalments,
  coalesce((select json_agg(json_build_object('receiptDate', receipt.receipt_date, 'amount', amount + withheld + bank_charge))
    from receipt join receipt_state live on receipt_id = receipt.id
    where live.status = 'posted' and opening_on is null and receipt.entity_id = promise.entity_id and receipt.currency = promise.currency
      and receipt.created_at > promise.created_at
      and (receipt.client_id = promise.client_id or receipt.client_id = (select payer_client_id from client_group
        join client member on member.group_id = client_group.id where member.id = promise.client_id))), '[]') as receipts
  from promise where entity_id = $1 order by promise.id`;

/** Promises that did not become what the receipts say, once they are judged on the day of the books. */
export async function promiseFaults({ api, entityId, day }: Fixture): Promise<string[]> {
  await judgePromises(api.db, noonOf(day));
  const { rows } = await api.ownerPool.query<Stored>(promises, [entityId]);
  return rows.flatMap(({ id, state, received, dueOn, hasLater, ...terms }) => {
    if (state === 'withdrawn') return [];
    if (state === 'superseded') return hasLater ? [] : [`promise ${id} was superseded by none`];
    const is = judgePromise(terms, terms.receipts, new Set(), day);
    // Whether anything was owed on a date is judged once, when it has passed, and documents may be dated back later.
    const states = is.state === 'broken' ? ['broken', 'settled'] : [is.state];
    return states.includes(state) && received === is.received && dueOn === is.dueOn
      ? []
      : [`promise ${id} is ${state}, ${received} by ${dueOn}, and not ${JSON.stringify(is)}`];
  });
}
