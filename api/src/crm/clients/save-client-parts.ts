import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { insertMany } from '../../db/insert-many.ts';
import { normalise } from '../../db/search.ts';
import { nextVersion } from '../../db/versions.ts';
import type { ClientFields } from './clients.rules.ts';
import { saveContacts } from './save-client-contacts.ts';

type Parts = Pick<
  ClientFields,
  'executiveIds' | 'departmentIds' | 'contacts' | 'addresses' | 'registrations'
>;

/** Writes the parts of a client that have rows of their own. Unchanged parts leave no trace in the audit log. */
export async function saveParts(
  db: Db,
  user: CurrentUser,
  clientId: string,
  given: Parts,
  before?: Client,
): Promise<void> {
  await savePeople(db, clientId, given);
  await saveContacts(db, user, clientId, given.contacts, before?.contacts ?? []);
  await saveAddresses(db, clientId, given.addresses);
  await saveRegistrations(db, clientId, given.registrations, before?.registrations ?? []);
}

/** Writes the parts of new clients, one statement for each kind of part. */
export async function insertParts(db: Db, clients: readonly (Parts & { clientId: string })[]): Promise<void> {
  const executives = clients.flatMap(({ clientId, executiveIds }) =>
    [...new Set(executiveIds)].map((userId) => ({ clientId, userId })),
  );
  const departments = clients.flatMap(({ clientId, departmentIds }) =>
    [...new Set(departmentIds)].map((departmentId) => ({ clientId, departmentId })),
  );
  const people = clients.flatMap(({ clientId, contacts }) =>
    contacts.map(({ id: _id, asCopy: _copy, seenVersion: _seen, name, email, phone, ...link }, no) => {
      const contactId = uuidv7();
      return { contact: { id: contactId, name, email, phone }, link: { clientId, contactId, no, ...link } };
    }),
  );
  const addresses = clients.flatMap(({ clientId, addresses: given }) =>
    given.map((address, no) => ({ clientId, no, ...address })),
  );
  const registrations = clients.flatMap(({ clientId, registrations: given }) =>
    given.map((registration, no) => ({ clientId, no, ...registration })),
  );
  await insertMany(db, 'clientExecutive', executives);
  await insertMany(db, 'clientDepartment', departments);
  await insertMany(
    db,
    'contact',
    people.map(({ contact }) => contact),
  );
  await insertMany(
    db,
    'clientContact',
    people.map(({ link }) => link),
  );
  await insertMany(db, 'clientAddress', addresses);
  await insertMany(db, 'clientRegistration', registrations);
}

/** Replaces the executives and departments of a client. */
export async function savePeople(
  db: Db,
  clientId: string,
  { executiveIds, departmentIds }: Pick<Parts, 'executiveIds' | 'departmentIds'>,
): Promise<void> {
  await db
    .deleteFrom('clientExecutive')
    .where('clientId', '=', clientId)
    .where(sql<boolean>`user_id <> all (${executiveIds}::uuid[])`)
    .execute();
  await db
    .deleteFrom('clientDepartment')
    .where('clientId', '=', clientId)
    .where(sql<boolean>`department_id <> all (${departmentIds}::uuid[])`)
    .execute();
  const executives = [...new Set(executiveIds)].map((userId) => ({ clientId, userId }));
  const departments = [...new Set(departmentIds)].map((departmentId) => ({ clientId, departmentId }));
  if (executives.length > 0) {
    await db
      .insertInto('clientExecutive')
      .values(executives)
      .onConflict((on) => on.doNothing())
      .execute();
  }
  if (departments.length > 0) {
    await db
      .insertInto('clientDepartment')
      .values(departments)
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

/** Adds a contact to a client, unless it has one with the same e-mail or telephone. */
export async function addContact(
  db: Db,
  clientId: string,
  contact: Parts['contacts'][number],
): Promise<void> {
  const { name, email, phone, roles } = contact;
  const theirs = await db
    .selectFrom('clientContact')
    .innerJoin('contact', 'contact.id', 'clientContact.contactId')
    .where('clientId', '=', clientId)
    .select(['no', 'email', 'phone'])
    .execute();
  const isKnown = theirs.some(
    (one) => (email !== null && one.email === email) || (phone !== null && one.phone === phone),
  );
  if (isKnown) return;
  const id = uuidv7();
  const no = Math.max(-1, ...theirs.map((one) => one.no)) + 1;
  await db.insertInto('contact').values({ id, name, email, phone }).execute();
  await db.insertInto('clientContact').values({ clientId, contactId: id, no, roles }).execute();
  // Raises the version, because a form of the client that is open meanwhile would drop the contact.
  await db
    .updateTable('client')
    .set({ searchText: sql<string>`search_text || ' ' || ${normalise(name, email, phone)}`, ...nextVersion })
    .where('id', '=', clientId)
    .execute();
}

/** Adds a tax number to a client, unless it has it. */
export async function addRegistration(
  db: Db,
  clientId: string,
  registration: Parts['registrations'][number],
): Promise<void> {
  const theirs = await db
    .selectFrom('clientRegistration')
    .select(['no', 'scheme', 'value'])
    .where('clientId', '=', clientId)
    .execute();
  const { scheme, value } = registration;
  if (theirs.some((one) => one.scheme === scheme && one.value === value)) return;
  const no = Math.max(-1, ...theirs.map((one) => one.no)) + 1;
  await db
    .insertInto('clientRegistration')
    .values({ clientId, no, ...registration })
    .execute();
  // As with a contact, a form that is open meanwhile would drop it.
  await db
    .updateTable('client')
    .set({ searchText: sql<string>`search_text || ' ' || ${normalise(value)}`, ...nextVersion })
    .where('id', '=', clientId)
    .execute();
}

async function saveAddresses(db: Db, clientId: string, given: Parts['addresses']): Promise<void> {
  await db
    .deleteFrom('clientAddress')
    .where('clientId', '=', clientId)
    .where('no', '>=', given.length)
    .execute();
  for (const [no, address] of given.entries()) {
    await db
      .insertInto('clientAddress')
      .values({ clientId, no, ...address })
      .onConflict((on) => on.columns(['clientId', 'no']).doUpdateSet(address))
      .execute();
  }
}

async function saveRegistrations(
  db: Db,
  clientId: string,
  given: Parts['registrations'],
  before: Client['registrations'],
): Promise<void> {
  const spelling = (list: Parts['registrations']) =>
    JSON.stringify(
      list.map(({ scheme, value, region, note, validFrom, validTo }) => [
        scheme,
        value,
        region,
        note,
        validFrom,
        validTo,
      ]),
    );
  if (spelling(given) === spelling(before)) return;
  await db.deleteFrom('clientRegistration').where('clientId', '=', clientId).execute();
  if (given.length === 0) return;
  await db
    .insertInto('clientRegistration')
    .values(given.map((registration, no) => ({ clientId, no, ...registration })))
    .execute();
}
