import { hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { refuseField } from '@daybook/contracts/refusals';
import type { Refusal } from '@daybook/contracts/refusals';
import type {
  BatchResult,
  recurringTaskBatches,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { apart } from '../../db/apart.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { billingRuleFor } from '../tasks/billing-rule.ts';
import { addRecurringTask } from './save-recurring-task.ts';
import { usualFeeOf, standingsOn } from './recurring-task-batches.queries.ts';

interface Named {
  name: string;
  /** Today’s date in the zone of the series. */
  today: string;
  entityId: string;
  fee: Minor | null;
}

async function namedClients(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
  { zone, categoryId, serviceId }: { zone: string | null; categoryId: string; serviceId: string | null },
): Promise<Map<string, Named>> {
  const { rows } = await sql<Named & { id: string }>`
    select client.id, client.name, entity.id as entity_id, ${usualFeeOf(categoryId, serviceId)} as fee, (now() at time zone coalesce(${zone}::text, entity.timezone))::date as today
    from client join billing_entity entity on entity.id = client.default_entity_id
    where client.id = any (${ids}::uuid[]) and ${inScope.client(user, sql.ref('client.id'))}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The days to catch up on that have passed where the client is: on any other day the series creates the task by itself. Refuses
 * NOT_A_CHOICE on `create` for a day that has passed for no client.
 */
function pastOf(
  create: readonly string[],
  clients: ReadonlyMap<string, Named>,
  standingOn: Awaited<ReturnType<typeof standingsOn>>,
): (clientId: string) => string[] {
  const passed = new Map(
    [...new Set([...clients.values()].map(({ today }) => today))].map((day) => [
      day,
      new Set(standingOn(day).behind.map(({ nominal }) => nominal)),
    ]),
  );
  const isPast = (day: string) => [...passed.values()].some((days) => days.has(day));
  if (clients.size > 0 && !create.every(isPast))
    throw refuseField('INPUT_INVALID', 'create', {}, 'NOT_A_CHOICE');
  return (clientId) => {
    const days = passed.get(clients.get(clientId)?.today ?? '');
    return create.filter((day) => days?.has(day) ?? false);
  };
}

/**
 * Creates a series for each client; each has a result of its own. Refuses the whole batch for what is wrong for every client
 * (the rule, its end, a day that has not passed), so that it is reported once, on its field.
 */
export async function createBatch(
  db: Db,
  user: CurrentUser,
  { clientIds, fees, ...fields }: ParsedInputOf<typeof recurringTaskBatches.create>,
  language: Language,
): Promise<{ results: BatchResult[] }> {
  if (fees.length > 0 && !seesMoney(user)) throw refuseField('PERM_DENIED', 'fees');
  const agreed = new Map(fees.map(({ clientId, fee }) => [clientId, fee]));
  const standingOn = await standingsOn(db, fields);
  const ids = [...new Set(clientIds)];
  const clients = await namedClients(db, user, ids, fields);
  const past = pastOf(fields.create, clients, standingOn);
  const results: BatchResult[] = [];
  for (const clientId of ids) {
    const seriesId = uuidv7();
    const client = clients.get(clientId);
    const billingRule = await billingRuleFor(db, 'recurring_task_category', {
      ...fields,
      clientId,
      fee: agreed.get(clientId) ?? null,
    });
    const isPriced = fields.billable && hasFee(billingRule);
    const priced = {
      billingEntityId: client?.entityId ?? null,
      fee: isPriced ? (agreed.get(clientId) ?? client?.fee ?? null) : null,
    };
    const { refused } = await apart(db, () => {
      if (isPriced && client && priced.fee === null)
        throw refuseField('INPUT_INVALID', 'clientId', {}, 'PRICE_MISSING');
      const billed = seesMoney(user) ? priced : { ...priced, fee: null };
      return addRecurringTask(db, user, {
        ...fields,
        ...billed,
        billingRule,
        id: seriesId,
        clientId,
        create: past(clientId),
      });
    });
    if (refused && isForAll(refused)) throw refused;
    const label = clients.get(clientId)?.name ?? '';
    results.push({
      client: { id: clientId, label },
      seriesId: refused ? null : seriesId,
      refused: refused
        ? {
            code: refused.fields['clientId']?.[0]?.code ?? refused.code,
            message: refusalMessage(language, refused.code, refused.params),
          }
        : null,
    });
  }
  return { results };
}

/** A refusal on any field but the client’s is the same for every client. */
const isForAll = ({ fields }: Refusal): boolean =>
  Object.keys(fields).some((field) => field !== 'clientId' && field !== 'create');
