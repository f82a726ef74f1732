import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { ChargeRate, chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof chargeRates.list>;

/** A rate of a client is within the scope of people who see the client; the others are the firm’s. */
const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('chargeRate')
      .leftJoin('client', 'client.id', 'chargeRate.clientId')
      .leftJoin('service', 'service.id', 'chargeRate.serviceId')
      .leftJoin('appUser as person', 'person.id', 'chargeRate.personId')
      .where(
        sql<SqlBool>`(charge_rate.client_id is null or ${inScope.client(user, sql.ref('chargeRate.clientId'))})`,
      ),
    { ...filter, q },
    {
      clientId: 'chargeRate.clientId',
      serviceId: 'chargeRate.serviceId',
      personId: 'chargeRate.personId',
      currency: 'chargeRate.currency',
      on: (day) =>
        sql<SqlBool>`${day}::date between charge_rate.valid_from and coalesce(charge_rate.valid_to, 'infinity')`,
      q: (text) => contains(sql`concat_ws(' ', client.name, service.name, person.name)`, text),
    },
  );

const withNames = (query: ReturnType<typeof found>) =>
  query.select([
    'chargeRate.id',
    'chargeRate.version',
    'chargeRate.clientId',
    'client.name as clientName',
    'chargeRate.serviceId',
    'service.name as serviceName',
    'chargeRate.personId',
    'person.name as personName',
    'chargeRate.currency',
    'chargeRate.rate',
    'chargeRate.validFrom',
    'chargeRate.validTo',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const named = (id: string | null, label: string | null): Reference | null =>
  id === null ? null : { id, label: label ?? '' };

const shown = (row: Row): ChargeRate => ({
  ...row,
  client: named(row.clientId, row.clientName),
  service: named(row.serviceId, row.serviceName),
  person: named(row.personId, row.personName),
});

export async function listChargeRates(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql.ref('charge_rate.valid_from'), of: (row: Row) => row.validFrom },
    { by: sql.ref('charge_rate.id'), of: (row: Row) => row.id },
  ];
  const rows = withNames(found(db, user, input));
  const page = await pageByKeyset(rows, keys, sortOf(input.sort).descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countChargeRates = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, also for a rate of a client outside the caller’s scope. */
export async function getChargeRate(db: Db, user: CurrentUser, id: string): Promise<ChargeRate> {
  const row = await withNames(found(db, user, { filter: {} }))
    .where('chargeRate.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}
