import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { Service, services } from '@daybook/contracts/settings/services/services';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { accountName } from '../accounts/account-names.ts';
import type { NamedAccount } from '../accounts/account-names.ts';

type ListInput = ParsedInputOf<typeof services.list>;

const byName = sql`service.name collate "und-x-icu"`;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('service'),
    { ...filter, q },
    {
      active: 'service.active',
      q: (text) => matches('service', text),
    },
  );

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('taxCode', 'taxCode.id', 'service.taxCodeId')
    .leftJoin('department', 'department.id', 'service.departmentId')
    .leftJoin('ledgerAccount as account', 'account.id', 'service.incomeAccountId')
    .select([
      'service.id',
      'service.version',
      'service.name',
      'service.sacHsn',
      'service.unit',
      'service.price',
      'service.currency',
      sql<Service['billingRule']>`service.billing_rule`.as('billingRule'),
      'service.active',
      'service.taxCodeId',
      'taxCode.name as taxCodeName',
      'service.departmentId',
      'department.name as departmentName',
      'service.incomeAccountId',
      sql<NamedAccount & { code: string }>`jsonb_build_object('code', account.code, 'name', account.name,
        'systemKey', account.system_key, 'usual', account.usual)`.as('account'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = (
  { taxCodeId, taxCodeName, departmentId, departmentName, incomeAccountId, account, ...row }: Row,
  language: Language,
): Service => ({
  ...row,
  incomeAccount:
    incomeAccountId === null
      ? null
      : { id: incomeAccountId, label: `${account.code} ${accountName(language, account)}` },
  taxCode: { id: taxCodeId, label: taxCodeName },
  department: departmentId ? { id: departmentId, label: departmentName ?? '' } : null,
});

export async function listServices(db: Db, input: ListInput, language: Language) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: byName, of: (row: Row) => row.name },
    { by: sql.ref('service.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(withDetails(found(db, input)), keys, descending, input);
  return { ...page, rows: page.rows.map((row) => shown(row, language)) };
}

export const countServices = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getService(db: Db, id: string, language: Language): Promise<Service> {
  const row = await withDetails(found(db, { filter: {} }))
    .where('service.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row, language);
}
