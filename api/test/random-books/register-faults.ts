import { NOTHING, add, minor, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { TaxDueSetting } from '@daybook/contracts/settings/billing-entities/tax-due';
import type { DueByPayment } from '../../src/receivables/tax-registers/due-by-payment.queries.ts';
import { outputEntries } from '../../src/receivables/tax-registers/register-facts.queries.ts';
import type { TestApi } from '../test-api.ts';

/** What documents moved the output tax accounts by, by day and component, in the base currency, straight from the journal. */
const ledger = `select line.entry_date::text as day, split_part(system_key, '.', 2) as component, sum(base_credit - base_debit)::bigint as tax
  from journal_line line join ledger_account account on account.id = account_id
    join journal_entry entry on entry.id = entry_id
  where line.entity_id = $1 and entry.source_type <> 'journal' and system_key ~ '^output_tax(_on_advance)?[.]' group by 1, 2`;

const onlyMoved = (sums: ReadonlyMap<string, Minor>) =>
  Object.fromEntries(
    [...sums].filter(([, tax]) => tax !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

type Entity = TaxDueSetting & { regime: Regime };

const nameOf = (_row: TaxRow, name: string) => name;
const idsOf = (rows: readonly TaxRow[]) => rows.map(({ id }) => id).toSorted();
const always = { from: '1900-01-01', to: '2199-12-31' };
const byKey = (rows: readonly TaxRow[], keyOf: (row: TaxRow, name: string) => string) => {
  const sums = new Map<string, Minor>();
  for (const row of rows)
    for (const { name, tax } of row.components)
      sums.set(keyOf(row, name), add(sums.get(keyOf(row, name)) ?? NOTHING, tax));
  return sums;
};

async function entityOf(api: TestApi, entityId: string): Promise<Entity> {
  const { rows } = await api.ownerPool.query<Entity>(
    'select regime, tax_due as "taxDue", tax_due_changes as "taxDueChanges" from billing_entity where id = $1',
    [entityId],
  );
  const [entity] = rows;
  if (!entity) throw new Error('no billing entity');
  return entity;
}

/** The tax of each day and component, as the output register has it and as the ledger has it, if all tax falls due by invoice. */
async function byDay(api: TestApi, entityId: string, entity: Entity) {
  const { rows } = await outputEntries(api.db, entity, { entityId, ...always });
  const registered = byKey(rows, ({ date }, name) => `${date} ${name}`);
  const posted = await api.ownerPool.query<{ day: string; component: string; tax: number }>(ledger, [
    entityId,
  ]);
  return {
    register: onlyMoved(registered),
    ledger: onlyMoved(
      new Map(posted.rows.map(({ day, component, tax }) => [`${day} ${component}`, minor(tax)])),
    ),
  };
}

/** What periods left for later, less what fell due in them of earlier ones. */
function changes(...periods: readonly Pick<DueByPayment, 'deferred'>[]) {
  const sums = new Map<string, Minor>();
  for (const { deferred } of periods) {
    for (const [name, tax] of deferred.after) sums.set(name, add(sums.get(name) ?? NOTHING, tax));
    for (const [name, tax] of deferred.before) sums.set(name, subtract(sums.get(name) ?? NOTHING, tax));
  }
  return onlyMoved(sums);
}

/**
 * If some tax falls due by payment: the tax of each component that fell due or is left to fall due, in two periods and in one, beside the
 * ledger.
 */
async function inTwoPeriods(api: TestApi, entityId: string, entity: Entity, day: string) {
  const whole = await outputEntries(api.db, entity, { entityId, ...always });
  const first = await outputEntries(api.db, entity, { entityId, from: always.from, to: day });
  const second = await outputEntries(api.db, entity, { entityId, from: addDays(day, 1), to: always.to });
  const told = byKey(whole.rows, nameOf);
  for (const [name, tax] of whole.deferred.after) told.set(name, add(told.get(name) ?? NOTHING, tax));
  const posted = await api.ownerPool.query<{ component: string; tax: number }>(
    `select component, sum(tax)::bigint as tax from (${ledger}) moved group by 1`,
    [entityId],
  );
  return {
    register: {
      ...onlyMoved(told),
      rows: idsOf([...first.rows, ...second.rows]),
      open: onlyMoved(second.open),
      deferred: changes(first, second),
    },
    ledger: {
      ...onlyMoved(new Map(posted.rows.map(({ component, tax }) => [component, minor(tax)]))),
      rows: idsOf(whole.rows),
      open: onlyMoved(whole.open),
      deferred: changes(whole),
    },
  };
}

/** The output tax as the register has it and as the ledger has it; `day` is one among those of the books. */
export async function outputTaxBothWays(api: TestApi, entityId: string, day: string) {
  const entity = await entityOf(api, entityId);
  return entity.taxDue === 'invoice' && entity.taxDueChanges.length === 0
    ? byDay(api, entityId, entity)
    : inTwoPeriods(api, entityId, entity, day);
}
