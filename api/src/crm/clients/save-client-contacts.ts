import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { changePerson, changedDetails, refuseShared } from '../contacts/save-contact.ts';
import type { PersonDetails } from '../contacts/save-contact.ts';
import type { ClientFields } from './clients.rules.ts';

type Given = ClientFields['contacts'][number];

interface Known extends PersonDetails {
  id: string;
  version: number;
  /** Whether a client within the caller's scope has this contact. */
  isVisible: boolean;
  /** The number of other clients, and of those outside the caller's scope. */
  elsewhere: number;
  others: number;
}

/** Who a row of the form is from now on, and whether the person is new or changed. */
interface Planned {
  id: string;
  is: 'new' | 'changed' | 'as before';
}

/**
 * Saves who the contacts of a client are, and what they are at this client. Refuses on the fields of a row: REFERENCE_UNKNOWN for a contact
 * that the caller does not see or that is gone, TWICE, CONTACT_SHARED and CONTACT_CHANGED.
 */
export async function saveContacts(
  db: Db,
  user: CurrentUser,
  clientId: string,
  given: readonly Given[],
  before: Client['contacts'],
): Promise<void> {
  const known = await lockKnown(db, user, clientId, given);
  const own = new Set(before.map(({ id }) => id));
  const planned = given.map((contact, index) => plan(contact, index, { known, own, given }));
  const kept = new Set(planned.map(({ id }) => id));
  const gone = [...own].filter((id) => !kept.has(id));
  if (gone.length > 0)
    await db
      .deleteFrom('clientContact')
      .where('clientId', '=', clientId)
      .where('contactId', 'in', gone)
      .execute();
  for (const [no, { id, is }] of planned.entries()) {
    const contact = given[no];
    if (contact) await save(db, clientId, { ...contact, id, no, is });
  }
}

/** The contacts that the form names. They are locked, so that none goes with its last client meanwhile, nor changes. */
async function lockKnown(
  db: Db,
  user: CurrentUser,
  clientId: string,
  given: readonly Given[],
): Promise<ReadonlyMap<string, Known>> {
  const ids = given.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const wanted = sql`id = any (${ids}::uuid[])`;
  await sql`select from contact where ${wanted} order by id for no key update`.execute(db);
  const elsewhere = sql`from client_contact link where link.contact_id = contact.id and link.client_id <> ${clientId}::uuid`;
  const { rows } = await sql<Known>`select id, name, email, phone, version,
      ${inScope.contact(user, sql.ref('contact.id'))} as is_visible,
      (select count(*)::int ${elsewhere}) as elsewhere,
      (select count(*)::int ${elsewhere} and not ${inScope.client(user, sql.ref('link.clientId'))}) as others
    from contact where ${wanted}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

interface Facts {
  known: ReadonlyMap<string, Known>;
  /** The contacts that the client has already. */
  own: ReadonlySet<string>;
  given: readonly Given[];
}

function plan(contact: Given, index: number, { known, own, given }: Facts): Planned {
  const { id, asCopy, seenVersion } = contact;
  if (id === undefined) return { id: uuidv7(), is: 'new' };
  const field = (name: string) => `contacts.${index}.${name}`;
  const person = known.get(id);
  const isOwn = own.has(id);
  if (!person || !(isOwn || person.isVisible)) throw refuseField('REFERENCE_UNKNOWN', field('name'));
  if (given.findIndex((one) => one.id === id) < index)
    throw refuseField('INPUT_INVALID', field('name'), {}, 'TWICE');
  const changed = changedDetails(person, contact);
  if (changed.length === 0) return { id, is: 'as before' };
  if (asCopy === true && person.elsewhere > 0) return { id: uuidv7(), is: 'new' };
  if (person.others > 0) throw refuseShared(changed.map(field), person.others);
  // A contact that the client has is guarded by the client's version.
  if (!isOwn && seenVersion !== undefined && seenVersion !== person.version)
    throw refuseField('CONTACT_CHANGED', field('name'));
  return { id, is: 'changed' };
}

async function save(
  db: Db,
  clientId: string,
  {
    id,
    no,
    is,
    asCopy: _copy,
    seenVersion: _seen,
    name,
    email,
    phone,
    ...link
  }: Given & Planned & { no: number },
): Promise<void> {
  const person = { name, email, phone };
  if (is === 'new')
    await db
      .insertInto('contact')
      .values({ id, ...person })
      .execute();
  if (is === 'changed') await changePerson(db, id, person, clientId);
  await db
    .insertInto('clientContact')
    .values({ clientId, contactId: id, no, ...link })
    .onConflict((on) => on.columns(['clientId', 'contactId']).doUpdateSet({ no, ...link }))
    .execute();
}
