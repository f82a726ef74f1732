import { sql } from 'kysely';
import type { Contact, contacts } from '@daybook/contracts/crm/contacts/contacts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { getContact } from './contacts.queries.ts';

/** What a person is called and how they are reached: the same for all their clients. */
export interface PersonDetails {
  name: string;
  email: string | null;
  phone: string | null;
}

const details = ['name', 'email', 'phone'] as const;

export const changedDetails = (before: PersonDetails, after: PersonDetails) =>
  details.filter((field) => before[field] !== after[field]);

/** Refused on each changed field: the contact also belongs to clients that the caller does not see. */
export function refuseShared(fields: readonly string[], others: number): Refusal {
  const refused: FieldRefusals = {};
  for (const field of fields) refused[field] = [{ code: 'CONTACT_SHARED', params: { others } }];
  return new Refusal('CONTACT_SHARED', { others }, refused);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT and CONTACT_SHARED. */
export async function editContact(
  db: Db,
  user: CurrentUser,
  { id, ...given }: ParsedInputOf<typeof contacts.edit>,
  version: number,
): Promise<Contact> {
  // The clients are locked first, as by a form of a client, and in the order of their ids.
  await sql`select from client where id in (select client_id from client_contact where contact_id = ${id})
    order by id for no key update`.execute(db);
  const before = await lockAtVersion(db, 'contact', id, version, () => getContact(db, user, id));
  const changed = changedDetails(before, given);
  if (changed.length === 0) return before;
  if (before.others > 0) throw refuseShared(changed, before.others);
  await changePerson(db, id, given);
  return getContact(db, user, id);
}

/** Changes a person, and finds their clients by the new details; but for the client that is being saved itself. */
export async function changePerson(
  db: Db,
  id: string,
  { name, email, phone }: PersonDetails,
  beingSaved?: string,
): Promise<void> {
  await db.updateTable('contact').set({ name, email, phone }).where('id', '=', id).execute();
  // Raises the versions, because a form of such a client that is open meanwhile would bring the old details back.
  await sql`update client set version = version + 1, search_text = client_search_text(id)
    where id in (select client_id from client_contact where contact_id = ${id})
      and id is distinct from ${beingSaved ?? null}::uuid`.execute(db);
}
