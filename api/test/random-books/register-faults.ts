import { NOTHING, add, minor } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { outputMovements } from '../../src/receivables/tax-registers/output-movements.ts';
import { outputRows } from '../../src/receivables/tax-registers/output-rows.rules.ts';
import type { TestApi } from '../test-api.ts';

/** The output tax accounts by day and component, in the base currency, straight from the journal. */
const ledger = `select entry_date::text as day, split_part(system_key, '.', 2) as component, sum(base_credit - base_debit)::bigint as tax
  from journal_line join ledger_account account on account.id = account_id
  where entity_id = $1 and system_key ~ '^output_tax(_on_advance)?[.]' group by 1, 2`;

const onlyMoved = (sums: ReadonlyMap<string, Minor>) =>
  Object.fromEntries(
    [...sums].filter(([, tax]) => tax !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The tax of each day and component, as the output register has it and as the ledger has it. */
export async function outputTaxBothWays(api: TestApi, entityId: string, regime: string) {
  const movements = await outputMovements(api.db, { entityId, from: '1900-01-01', to: '2199-12-31' });
  const rows = movements.flatMap((movement) => outputRows(movement, regime as Regime));
  const registered = new Map<string, Minor>();
  for (const { date, components } of rows)
    for (const { name, tax } of components) {
      const key = `${date} ${name}`;
      registered.set(key, add(registered.get(key) ?? NOTHING, tax));
    }
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
