import { sql } from 'kysely';
import { exceedsLimit } from '@daybook/contracts/billing/documents/credit-limit';
import type { Credit } from '@daybook/contracts/billing/documents/credit-limit';
import { sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

/** A document, as far as the credit limit of its client needs it. */
export interface OnCredit {
  clientId: string;
  entityId: string;
  currency: string;
}

/** The credit of a client, with its figures, at one billing entity. */
type Held = Credit & { figures: NonNullable<Credit['figures']> };

const keyOf = ({ clientId, entityId }: Pick<OnCredit, 'clientId' | 'entityId'>) => `${clientId} ${entityId}`;

/** The credit of clients that have a limit. Another currency than the client's has none (docs/rules.md#credit-limit). */
async function creditsOf(db: Db, asked: readonly OnCredit[]): Promise<(one: OnCredit) => Held | null> {
  const { rows } = await sql<Held & { clientId: string; entityId: string }>`
    select client.id as client_id, entity.id as entity_id, client.currency, entity.credit_limit as rule,
      jsonb_build_object('limit', client.credit_limit,
        'balance', coalesce((select balance from client_exposure(client.id) held where held.currency = client.currency), 0),
        'others', coalesce((select jsonb_agg(jsonb_build_object('currency', held.currency, 'balance', held.balance) order by held.currency)
          from client_exposure(client.id) held where held.currency <> client.currency and held.balance <> 0), '[]')) as figures
    from (select distinct * from unnest(${asked.map(({ clientId }) => clientId)}::uuid[],
      ${asked.map(({ entityId }) => entityId)}::uuid[]) as one (client_id, entity_id)) wanted
    join client on client.id = wanted.client_id join billing_entity entity on entity.id = wanted.entity_id
    where client.credit_limit is not null`.execute(db);
  const held = new Map(rows.map((row) => [keyOf(row), row]));
  return (one) => {
    const credit = held.get(keyOf(one));
    return credit?.currency === one.currency ? credit : null;
  };
}

/** As the caller may see it. */
const shown = (user: CurrentUser, { currency, rule, figures }: Held): Credit => ({
  currency,
  rule,
  figures: seesMoney(user) ? figures : null,
});

/** Null if the client has no limit, or the document is in another currency. */
export async function creditOf(db: Db, user: CurrentUser, one: OnCredit): Promise<Credit | null> {
  const credit = (await creditsOf(db, [one]))(one);
  return credit && shown(user, credit);
}

/** The credit of the client if an invoice of this total would exceed the limit, otherwise null. */
export async function creditExceeded(
  db: Db,
  user: CurrentUser,
  one: OnCredit & { total: Minor },
): Promise<Credit | null> {
  const credit = (await creditsOf(db, [one]))(one);
  return credit && exceedsLimit(credit.figures, one.total) ? shown(user, credit) : null;
}

/** Until commit, no other invoice of these clients is issued on credit. Locked before a number is taken, which others wait for. */
async function holdCredit(db: Db, clientIds: readonly string[]): Promise<void> {
  await sql`select hold_credit(${clientIds}::uuid[])`.execute(db);
}

const admins: ReadonlySet<string> = new Set(['super_admin', 'admin']);

/**
 * The reason to store on an invoice that an admin issues above the limit; null if none is needed. Refuses CREDIT_LIMIT, for an
 * admin on `creditLimitReason`; the figures only for people who may see amounts.
 */
export async function checkCredit(
  db: Db,
  user: CurrentUser,
  one: OnCredit & { total: Minor },
  reason: string | null,
): Promise<string | null> {
  await holdCredit(db, [one.clientId]);
  const credit = (await creditsOf(db, [one]))(one);
  if (credit?.rule !== 'block' || !exceedsLimit(credit.figures, one.total)) return null;
  const isAdmin = admins.has(user.userType);
  if (isAdmin && reason !== null) return reason;
  const { limit, balance } = credit.figures;
  const params = seesMoney(user) ? { limit, balance, total: one.total, currency: one.currency } : {};
  throw new Refusal('CREDIT_LIMIT', params, isAdmin ? { creditLimitReason: [{ code: 'REQUIRED' }] } : {});
}

/**
 * Those of several invoices, issued in this order, that the limit of their client does not allow. What is allowed counts towards
 * the limit of the ones after it.
 */
export async function aboveCredit<One extends OnCredit & { total: Minor }>(
  db: Db,
  all: readonly One[],
): Promise<ReadonlySet<One>> {
  const above = new Set<One>();
  if (all.length === 0) return above;
  await holdCredit(
    db,
    all.map(({ clientId }) => clientId),
  );
  const creditFor = await creditsOf(db, all);
  const issued = new Map<string, Minor[]>();
  for (const one of all) {
    const credit = creditFor(one);
    if (credit === null) continue;
    const before = issued.get(one.clientId) ?? [];
    const balance = sum([credit.figures.balance, ...before]);
    if (credit.rule === 'block' && exceedsLimit({ ...credit.figures, balance }, one.total)) above.add(one);
    else issued.set(one.clientId, [...before, one.total]);
  }
  return above;
}
