import { sql } from 'kysely';
import { crmTypes, executiveTypes, managerTypes } from '@daybook/contracts/crm/clients/client-people';
import type { UserType } from '@daybook/contracts/permissions';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { normalise } from '../../../db/search.ts';
import { byName } from '../../../imports/by-name.ts';
import type { ByName } from '../../../imports/by-name.ts';
import { inScope } from '../../../scope.ts';
import { packagesOnSale } from '../../subscriptions/sold-packages.ts';
import type { PackageOnSale } from '../../subscriptions/sold-packages.ts';
import type { EntityDefaults } from '../save-client.ts';

export interface ImportEntity extends EntityDefaults {
  country: string;
}

/** What the cells of a row may name, all of it active. */
export interface ClientChoices {
  crms: ByName;
  managers: ByName;
  executives: ByName;
  departments: ByName;
  entities: ByName;
  withholdingCodes: ByName;
  /** The groups that the caller sees, and the names of the others. */
  groups: ByName;
  hiddenGroups: ReadonlySet<string>;
  entityById: ReadonlyMap<string, ImportEntity>;
  /** Also those that are no longer sold, to say so. */
  packages: ReadonlyMap<string, readonly PackageOnSale[]>;
  labels: ReadonlyMap<string, string>;
  /** The groups' payers, who stay in their groups. */
  payers: ReadonlySet<string>;
}

async function readPeople(db: Db) {
  const people = await db
    .selectFrom('appUser')
    .select(['id', 'name', 'email', 'userType'])
    .where('status', '=', 'active')
    .where('userType', '<>', 'client')
    .execute();
  const among = (types: readonly UserType[]) =>
    byName(
      people
        .filter(({ userType }) => types.includes(userType as UserType))
        .map(({ id, name, email }) => ({ id, names: [name, email] })),
    );
  return {
    labels: people.map(({ id, name }) => [id, name] as const),
    crms: among(crmTypes),
    managers: among(managerTypes),
    executives: among(executiveTypes),
  };
}

async function readEntities(db: Db) {
  const entities = await db
    .selectFrom('billingEntity')
    .select(['id', 'name', 'legalName', 'active', 'baseCurrency', 'docLocale', 'paymentTermsDays', 'country'])
    .execute();
  return {
    labels: entities.map(({ id, name }) => [id, name] as const),
    entities: byName(
      entities
        .filter(({ active }) => active)
        .map(({ id, name, legalName }) => ({ id, names: [name, legalName] })),
    ),
    entityById: new Map(entities.map(({ id, ...entity }) => [id, entity])),
  };
}

async function readGroups(db: Db, user: CurrentUser) {
  const groups = await db
    .selectFrom('clientGroup')
    .select([
      'id',
      'name',
      'active',
      'payerClientId',
      inScope.clientGroup(user, sql.ref('clientGroup.id'), sql.ref('clientGroup.createdBy')).as('isVisible'),
    ])
    .execute();
  const chosen = groups.filter(({ active, isVisible }) => active && isVisible);
  return {
    labels: chosen.map(({ id, name }) => [id, name] as const),
    groups: byName(chosen.map(({ id, name }) => ({ id, names: [name] }))),
    hiddenGroups: new Set(
      groups.filter(({ active, isVisible }) => !active || !isVisible).map(({ name }) => normalise(name)),
    ),
    payers: new Set(groups.flatMap(({ payerClientId }) => payerClientId ?? [])),
  };
}

async function readMasters(db: Db) {
  const departments = await db
    .selectFrom('department')
    .select(['id', 'name'])
    .where('active', '=', true)
    .execute();
  const codes = await db
    .selectFrom('withholdingCode')
    .select(['id', 'name', 'section'])
    .where('active', '=', true)
    .execute();
  return {
    labels: [
      ...departments.map(({ id, name }) => [id, name] as const),
      ...codes.map(({ id, name, section }) => [id, `${section} ${name}`] as const),
    ],
    departments: byName(departments.map(({ id, name }) => ({ id, names: [name] }))),
    withholdingCodes: byName(
      codes.map(({ id, name, section }) => ({ id, names: [name, `${section} ${name}`] })),
    ),
  };
}

export async function readClientChoices(db: Db, user: CurrentUser): Promise<ClientChoices> {
  const people = await readPeople(db);
  const entities = await readEntities(db);
  const groups = await readGroups(db, user);
  const masters = await readMasters(db);
  const packages = await packagesOnSale(db);
  return {
    ...people,
    ...entities,
    ...groups,
    ...masters,
    packages: Map.groupBy(packages, ({ name }) => normalise(name)),
    labels: new Map([...people.labels, ...entities.labels, ...groups.labels, ...masters.labels]),
  };
}
