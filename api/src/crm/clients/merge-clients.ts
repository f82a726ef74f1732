import { sql } from 'kysely';
import { canMerge, keptKinds, movedKinds } from '@daybook/contracts/crm/clients/client-merge';
import type { MergePreview, MovedKind, clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { mostOfClient } from '@daybook/contracts/crm/clients/most-of-client';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { getClient } from './clients.queries.ts';
import { usesOfClient } from './remove-client.ts';

const countTogether = (...lists: readonly string[][]): number => new Set(lists.flat()).size;
const idsOf = (references: readonly { id: string }[]) => references.map(({ id }) => id);

const numbersOf = ({ registrations }: Client) =>
  registrations.map(({ scheme, value }) => `${scheme} ${value}`);

/** How many of each limited part the two clients have together. */
function partsTogether(stays: Client, goes: Client): typeof mostOfClient {
  return {
    executiveIds: countTogether(idsOf(stays.executives), idsOf(goes.executives)),
    departmentIds: countTogether(idsOf(stays.departments), idsOf(goes.departments)),
    tags: countTogether(stays.tags, goes.tags),
    contacts: countTogether(idsOf(stays.contacts), idsOf(goes.contacts)),
    addresses: stays.addresses.length + goes.addresses.length,
    registrations: countTogether(numbersOf(stays), numbersOf(goes)),
    notes: [stays.notes, goes.notes].filter((text) => text !== null).join('\n\n').length,
  };
}

const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  kinds.some((one) => one === kind);

/** How many packages both clients have on one day: a client has a package once. */
async function samePackages(db: Db, stays: Client, goes: Client): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ count: number }>`select count(distinct one.package_id) as count
    from subscription one join subscription other on other.package_id = one.package_id
      and daterange(other.starts_on, other.ended_on + 1) && daterange(one.starts_on, one.ended_on + 1)
    where one.client_id = ${stays.id} and other.client_id = ${goes.id}`.execute(db);
  return rows.filter(({ count }) => count > 0).map(({ count }) => ({ kind: 'same_packages', count }));
}

/** What merging `goes` into `stays` would move, and what prevents it. */
async function foresee(db: Db, stays: Client, goes: Client): Promise<MergePreview> {
  const { rows } = await usesOfClient(sql`${goes.id}::uuid`).execute(db);
  const uses = [...rows, ...(await samePackages(db, stays, goes))];
  const parts = (['contacts', 'addresses', 'registrations'] as const).map((kind) => ({
    kind: kind satisfies MovedKind,
    count: goes[kind].length,
  }));
  const together = partsTogether(stays, goes);
  const limits = Object.keys(mostOfClient) as (keyof typeof mostOfClient)[];
  return {
    other: { id: goes.id, version: goes.version, code: goes.code, name: goes.name, group: goes.group },
    moves: [
      ...parts.filter(({ count }) => count > 0),
      ...uses.flatMap(({ kind, count }) => (isOneOf(movedKinds, kind) ? [{ kind, count }] : [])),
    ],
    keeps: uses.flatMap(({ kind, count }) => (isOneOf(keptKinds, kind) ? [{ kind, count }] : [])),
    hasOtherCurrency: stays.currency !== goes.currency,
    tooMany: limits.filter((part) => together[part] > mostOfClient[part]),
  };
}

/** Refuses NOT_FOUND for either, and REFERENCE_UNKNOWN on `otherId` for the client itself. */
export async function previewMerge(
  db: Db,
  user: CurrentUser,
  { id, otherId }: ParsedInputOf<typeof clientMerge.preview>,
): Promise<MergePreview> {
  if (id === otherId) throw refuseField('REFERENCE_UNKNOWN', 'otherId');
  return foresee(db, await getClient(db, user, id), await getClient(db, user, otherId));
}

/** Locked in the order of their ids, so that two merges of the same pair do not wait for each other. */
async function lockBoth(db: Db, user: CurrentUser, wanted: readonly { id: string; version: number }[]) {
  const locked = new Map<string, Client>();
  for (const { id, version } of wanted.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    locked.set(id, await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id)));
  return locked;
}

/**
 * Merges the other client into this one; the database moves what belongs to it (docs/rules.md#merged-clients). Refuses NOT_FOUND,
 * VERSION_CONFLICT, REFERENCE_UNKNOWN on `otherId` for the client itself, STATE_NOT_ALLOWED if this one is inactive, and
 * CANNOT_BE_MERGED for the reasons that the preview tells.
 */
export async function mergeClients(
  db: Db,
  user: CurrentUser,
  { id, otherId, otherVersion }: ParsedInputOf<typeof clientMerge.merge>,
  version: number,
): Promise<Client> {
  if (id === otherId) throw refuseField('REFERENCE_UNKNOWN', 'otherId');
  const both = await lockBoth(db, user, [
    { id, version },
    { id: otherId, version: otherVersion },
  ]);
  const [stays, goes] = [both.get(id), both.get(otherId)];
  if (!stays || !goes) throw new Refusal('NOT_FOUND');
  if (stays.status !== 'active') throw new Refusal('STATE_NOT_ALLOWED', { from: stays.status, to: 'merged' });
  const preview = await foresee(db, stays, goes);
  if (!canMerge(preview)) throw new Refusal('CANNOT_BE_MERGED', { preview });
  await sql`select merge_clients(${otherId}::uuid, ${id}::uuid)`.execute(db);
  return getClient(db, user, id);
}
