import type { Client } from '@daybook/contracts/crm/clients/clients';
import { sql } from 'kysely';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import type { Remark } from '../../../imports/import-kind.ts';
import { inScope } from '../../../scope.ts';
import { changedDetails } from '../../contacts/save-contact.ts';
import type { PersonDetails } from '../../contacts/save-contact.ts';
import type { ClientFields } from '../clients.rules.ts';

type Given = ClientFields['contacts'];
type Had = Client['contacts'];

/** The people of a client whose own details a row changes. */
export const peopleChanged = (before: Had, after: Given): string[] =>
  before.flatMap((person) => {
    const given = after.find(({ id }) => id === person.id);
    return given && changedDetails(person, given).length > 0 ? [person.id] : [];
  });

/** The people within the person's scope, as they are now. */
async function visibleDetails(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
): Promise<Map<string, PersonDetails>> {
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom('contact')
    .select(['id', 'name', 'email', 'phone'])
    .where('id', 'in', ids)
    .where(inScope.contact(user, sql.ref('contact.id')))
    .execute();
  return new Map(people.map(({ id, ...details }) => [id, details]));
}

/** The contacts of a row with what people are called and reached by now, but for what the row itself changes. */
export async function withPresentDetails(
  db: Db,
  user: CurrentUser,
  given: Given,
  before: Had,
): Promise<Given> {
  const present = await visibleDetails(
    db,
    user,
    before.map(({ id }) => id),
  );
  return given.map((contact) => {
    const [had, now] = [before.find(({ id }) => id === contact.id), present.get(contact.id ?? '')];
    if (!had || !now) return contact;
    const changed = new Set(changedDetails(had, contact));
    return {
      ...contact,
      name: changed.has('name') ? contact.name : now.name,
      email: changed.has('email') ? contact.email : now.email,
      phone: changed.has('phone') ? contact.phone : now.phone,
    };
  });
}

interface Kept {
  had: Given;
  has: Had;
  changedPeople: readonly string[] | undefined;
}

/**
 * The contacts that a client had before an import. Whoever was taken away is linked again, if another client still has them, and
 * otherwise created again. A person whom the row did not change stays as they are now.
 */
export async function peopleGivenBack(
  db: Db,
  user: CurrentUser,
  { had, has, changedPeople }: Kept,
): Promise<Given> {
  const own = new Map<string, PersonDetails>(has.map((person) => [person.id, person]));
  const gone = had.flatMap(({ id }) => (id === undefined || own.has(id) ? [] : [id]));
  const others = await visibleDetails(db, user, gone);
  return had.map(({ id = '', ...contact }) => {
    const person = own.get(id) ?? others.get(id);
    if (!person) return contact;
    const isGivenBack = own.has(id) && (changedPeople?.includes(id) ?? true);
    const { name, email, phone } = isGivenBack ? contact : person;
    return { id, ...contact, name, email, phone };
  });
}

interface Remarks {
  faults: Remark[];
  warnings: Remark[];
}

export const noRemarks: Remarks = { faults: [], warnings: [] };

/**
 * What a row does to people whom other clients have too. It warns with the names of those clients, and is refused like the form
 * where the importer does not see all of them.
 */
export function aboutOthersPeople(given: Given, { contacts, contactFacts }: Client): Remarks {
  const changed = new Set(peopleChanged(contacts, given));
  const facts = contactFacts.filter(
    ({ id, clients, others }) => changed.has(id) && clients.length + others > 0,
  );
  const nameOf = (id: string) => contacts.find((person) => person.id === id)?.name ?? '';
  return {
    faults: facts.flatMap(({ mayEdit, others }) =>
      mayEdit ? [] : [{ field: null, code: 'CONTACT_SHARED', params: { others } }],
    ),
    warnings: facts.flatMap(({ id, clients, others, mayEdit }) => {
      const labels = [...clients.map(({ label }) => label), ...(others > 0 ? [`+${others}`] : [])];
      const params = { name: nameOf(id), clients: labels.join(', ') };
      return mayEdit ? [{ field: null, code: 'PERSON_OF_OTHERS', params }] : [];
    }),
  };
}
