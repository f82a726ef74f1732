import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { crmTypes, executiveTypes, managerTypes } from '@daybook/contracts/crm/clients/client-people';
import type { LookupKind, LookupRow } from '@daybook/contracts/lookups';
import { staffTypes } from '@daybook/contracts/permissions';
import type { UserType } from '@daybook/contracts/permissions';
import { inOrderOf } from '../billing/documents/tax-code-order.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { contains, matches } from '../db/search.ts';
import { inScope } from '../scope.ts';
import { accountsOf } from './account-source.ts';
import { masterSource } from './masters.ts';
import type { Master } from './masters.ts';
import { limit } from './source.ts';
import type { Source, Wanted } from './source.ts';

const clients: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('client')
    .where(inScope.client(user, sql.ref('client.id')))
    .$if(id !== undefined, (query) => query.where('client.id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('client.status', '=', 'active'))
    .$if(Boolean(q), (query) => query.where(matches('client', q ?? '')))
    .select([
      'id',
      'name',
      'code',
      'currency',
      'defaultEntityId',
      'docLocale',
      'paymentTermsDays',
      'billable',
      'billingRule',
    ])
    .orderBy(sql`sort_name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
};

const clientGroups: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('clientGroup')
    .where(inScope.clientGroup(user, sql.ref('clientGroup.id'), sql.ref('clientGroup.createdBy')))
    .$if(id !== undefined, (query) => query.where('clientGroup.id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('clientGroup.active', '=', true))
    .$if(Boolean(q), (query) => query.where(matches('clientGroup', q ?? '')))
    .select(['id', 'name'])
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name }) => ({ id, label: name, more: {} }));
};

interface People {
  types: readonly UserType[];
  /** Whether somebody who has left still holds records of this kind. */
  holds: RawBuilder<SqlBool>;
}

/** People with their departments, which a form proposes for the client. */
const people =
  ({ types, holds }: People): Source =>
  async (db, _user, { q, id, former = false }) => {
    const rows = await db
      .selectFrom('appUser')
      .where('userType', 'in', types)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .$if(id === undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('status', '=', 'active'),
            ...(former ? [eb.and([eb('status', '=', 'deactivated'), holds])] : []),
          ]),
        ),
      )
      .$if(Boolean(q), (query) => query.where(matches('appUser', q ?? '')))
      .select([
        'id',
        'name',
        'userType',
        sql<string[]>`array(select department_id from user_department where user_id = app_user.id)`.as(
          'departmentIds',
        ),
      ])
      .orderBy(sql`status = 'deactivated'`)
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, name, ...more }) => ({ id, label: name, more }));
  };

const taxCodes: Source = async (db, _user, { q, id, entityId }) => {
  const entity =
    entityId === undefined
      ? null
      : await db
          .selectFrom('billingEntity')
          .select(['regime', 'country'])
          .where('id', '=', entityId)
          .executeTakeFirst();
  if (entity === undefined) return [];
  const rows = await db
    .selectFrom('taxCode')
    .$if(entity !== null, (query) => query.where('regime', '=', entity?.regime ?? ''))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(contains(sql`(name || ' ' || code)`, q ?? '')))
    .select((eb) => [
      'id',
      'name',
      'code',
      'regime',
      'kind',
      'category',
      eb
        .selectFrom('taxRate')
        .whereRef('taxRate.taxCodeId', '=', 'taxCode.id')
        .where('validFrom', '<=', sql<string>`current_date`)
        .orderBy('validFrom', 'desc')
        .limit(1)
        .select('rate')
        .as('rate'),
    ])
    .orderBy('regime')
    .orderBy('code')
    .limit(50)
    .execute();
  const ordered = entity === null ? rows : inOrderOf(entity, rows);
  return ordered.map(({ id: codeId, name, ...more }) => ({ id: codeId, label: name, more }));
};

const withholdingCodes: Source = async (db, _user, { q, id }) => {
  const rows = await db
    .selectFrom('withholdingCode')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('active', '=', true))
    .$if(Boolean(q), (query) => query.where(contains(sql`(section || ' ' || name)`, q ?? '')))
    .select(['id', 'section', 'name', 'currency'])
    .orderBy('section')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, section, name, ...more }) => ({ id, label: `${section} ${name}`, more }));
};

/** Tasks that are not cancelled, with the client that a form fills in with them. */
const tasks: Source = async (db, user, { q, id }) => {
  const rows = await db
    .selectFrom('task')
    .where(inScope.task(user, sql.ref('task.id'), sql.ref('task.clientId'), sql.ref('task.reviewerId')))
    .where('deletedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('status', '<>', 'cancelled'))
    .$if(Boolean(q), (query) => query.where(matches('task', q ?? '')))
    .select(['id', 'no', 'title', 'clientId'])
    .orderBy('dueOn', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, no, title, ...more }) => ({ id, label: `${no} ${title}`, more }));
};

/** Of every kind but the plain masters; a master that is found or named in a way of its own is here too. */
const ownSources: Record<Exclude<LookupKind, Master>, Source> & Partial<Record<Master, Source>> = {
  client: clients,
  client_group: clientGroups,
  person: people({ types: staffTypes, holds: sql<SqlBool>`true` }),
  crm: people({
    types: crmTypes,
    holds: sql<SqlBool>`exists (select from client where crm_id = app_user.id)`,
  }),
  manager: people({
    types: managerTypes,
    holds: sql<SqlBool>`exists (select from client where client.manager_id = app_user.id)`,
  }),
  executive: people({
    types: executiveTypes,
    holds: sql<SqlBool>`exists (select from client_executive where user_id = app_user.id)`,
  }),
  tax_code: taxCodes,
  withholding_code: withholdingCodes,
  task: tasks,
  expense_account: accountsOf('expense'),
  income_account: accountsOf('income'),
};

const hasOwnSource = (kind: LookupKind): kind is Exclude<LookupKind, Master> => kind in ownSources;

const sourceOf = (kind: LookupKind): Source => (hasOwnSource(kind) ? ownSources[kind] : masterSource(kind));

export const lookUp = (db: Db, user: CurrentUser, kind: LookupKind, wanted: Wanted): Promise<LookupRow[]> =>
  sourceOf(kind)(db, user, wanted);
