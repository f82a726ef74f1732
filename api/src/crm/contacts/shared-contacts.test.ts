import type { Client } from '@daybook/contracts/crm/clients/clients';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { openClientDesk } from '../../../test/fixtures/client-fixture.ts';
import type { ClientDesk } from '../../../test/fixtures/client-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller } from '../../../test/test-api.ts';

let { api, admin, acme } = {} as ClientDesk;
/** Two relationship managers who see only their own clients. */
let rose: Caller;
let paul: Caller;

type Given = NonNullable<InputOf<typeof clients.create>['contacts']>;
const ann = { name: 'Ann', email: 'ann@shared.test', phone: '+33123456789' };

beforeAll(async () => {
  ({ api, admin, acme } = await openClientDesk());
  const asCrm = (name: string) => api.as({ userType: 'crm', name, keys: [...allBut()], scope: 'own' });
  [rose, paul] = [await asCrm('Rose'), await asCrm('Paul')];
});
afterAll(() => api.stop());

const clientOf = (caller: Caller, given: Given) =>
  admin.call(clients.create, { ...acme(), crmId: caller.id, contacts: given });
const formOf = ({ id, name }: Client, crm: Caller, given: Given) => ({
  ...acme(),
  id,
  name,
  crmId: crm.id,
  contacts: given,
});
const open = (caller: Caller, { id }: { id: string }) => caller.call(clients.open, { id });
const contactOf = (client: Client) => {
  const [first] = client.contacts;
  if (!first) throw new Error('the client has no contact');
  return first;
};
const factsOf = ({ contactFacts: [first] }: Client) => first;
const peopleNamed = async (name: string) =>
  (await api.ownerPool.query<{ id: string }>('select id from contact where name = $1', [name])).rows;

/** Ann at a client of Rose and at one of Paul. */
async function shared(name: string) {
  const person = { ...ann, name };
  const ofRose = await clientOf(rose, [{ ...person, roles: ['billing'] }]);
  const { id } = contactOf(ofRose);
  const ofPaul = await clientOf(paul, [{ ...person, id, roles: ['tax'] }]);
  return { id, person, ofRose, ofPaul };
}

describe('a contact of several clients', () => {
  it('is one person, with other roles, another position and other sends at each client', async () => {
    const first = await clientOf(rose, [
      { ...ann, roles: ['billing'], position: 'Head of finance', sendInvoices: 'to' },
    ]);
    const { id } = contactOf(first);
    const second = await clientOf(rose, [
      { ...ann, id, roles: ['tax'], position: 'Director', sendReceipts: 'cc', sendCreditNotes: 'none' },
    ]);
    const third = await clientOf(paul, [{ ...ann, id, roles: ['signatory'], sendStatements: 'to' }]);
    expect(contactOf(await open(admin, first))).toMatchObject({
      id,
      ...ann,
      roles: ['billing'],
      position: 'Head of finance',
      sendInvoices: 'to',
      sendReceipts: null,
    });
    expect(factsOf(await open(admin, first))).toMatchObject({ id, version: 1, others: 0, mayEdit: true });
    const person = await rose.call(contacts.open, { id });
    expect(person).toMatchObject({ ...ann, visible: 2, others: 1, refused: null });
    expect(
      new Map(
        person.clients.map(({ id: of, roles, position, sendReceipts }) => [
          of,
          [roles, position, sendReceipts],
        ]),
      ),
    ).toEqual(
      new Map([
        [first.id, [['billing'], 'Head of finance', null]],
        [second.id, [['tax'], 'Director', 'cc']],
      ]),
    );
    expect(factsOf(await open(rose, second))).toMatchObject({
      clients: [{ id: first.id, label: first.name }],
      others: 1,
      mayEdit: false,
    });
    expect((await admin.call(contacts.open, { id })).clients.map((one) => one.id).toSorted()).toEqual(
      [first.id, second.id, third.id].toSorted(),
    );

    // Roles and sends at one client leave the others, and the person, as they were.
    const before = await open(paul, third);
    await rose.call(clients.edit, formOf(first, rose, [{ ...ann, id, roles: [] }]), { version: 1 });
    expect(await open(paul, third)).toEqual(before);
    expect((await rose.call(contacts.open, { id })).version).toBe(1);
  });

  it('is changed for all of them by people who see them all, and is found by the new details', async () => {
    const { id, person, ofRose, ofPaul } = await shared('Una');
    const edited = await admin.call(
      clients.edit,
      formOf(ofRose, rose, [{ ...person, id, email: 'una@elsewhere.test' }]),
      { version: 1 },
    );
    expect(contactOf(edited)).toMatchObject({ id, email: 'una@elsewhere.test' });
    expect(factsOf(edited)).toMatchObject({ version: 2 });
    expect(await open(paul, ofPaul)).toMatchObject({
      version: 2,
      contacts: [{ email: 'una@elsewhere.test' }],
    });
    const found = await paul.call(clients.list, { q: 'elsewhere.test' });
    expect(found.rows.map((row) => row.id)).toEqual([ofPaul.id]);
    // A form of the other client that was open meanwhile does not bring the old address back.
    expect(
      await paul.refused(clients.edit, formOf(ofPaul, paul, [{ ...person, id }]), { version: 1 }),
    ).toMatchObject({ code: 'VERSION_CONFLICT', data: { contacts: [{ email: 'una@elsewhere.test' }] } });
    const events = await paul.call(history.of, { kind: 'client', id: ofPaul.id });
    expect(events.events[0]?.parts).toMatchObject([{ part: 'contact', step: 'changed', label: 'Una' }]);
  });

  it('is refused a change, on the changed field, by people who do not see all its clients', async () => {
    const { id, person, ofRose } = await shared('Vera');
    const refused = await rose.refused(
      clients.edit,
      formOf(ofRose, rose, [{ ...person, id, phone: '+33111111111' }]),
      { version: 1 },
    );
    expect(refused).toMatchObject({
      httpStatus: 409,
      code: 'CONTACT_SHARED',
      errors: { 'contacts.0.phone': [{ code: 'CONTACT_SHARED', params: { others: 1 } }] },
    });
    expect(Object.keys(refused.errors)).toEqual(['contacts.0.phone']);
    expect(
      await rose.refused(contacts.edit, { id, ...person, name: 'Vera B.' }, { version: 1 }),
    ).toMatchObject({ code: 'CONTACT_SHARED', errors: { name: [{ code: 'CONTACT_SHARED' }] } });
  });

  it('is copied for one client, which then has a person of its own', async () => {
    const { id, person, ofRose, ofPaul } = await shared('Wilma');
    const edited = await rose.call(
      clients.edit,
      formOf(ofRose, rose, [{ ...person, id, email: 'wilma@new.test', asCopy: true, roles: ['tax'] }]),
      { version: 1 },
    );
    const copy = contactOf(edited);
    expect(copy).toMatchObject({ email: 'wilma@new.test', roles: ['tax'] });
    expect(factsOf(edited)).toMatchObject({ id: copy.id, mayEdit: true, clients: [], others: 0 });
    expect(copy.id).not.toBe(id);
    expect(await open(paul, ofPaul)).toMatchObject({ version: 1, contacts: [{ id, ...person }] });
    // What happens to the old contact from now on is not shown to the client that it left.
    await paul.call(contacts.edit, { id, ...person, phone: '+33199999999' }, { version: 1 });
    const { events } = await rose.call(history.of, { kind: 'client', id: ofRose.id });
    expect(events[0]?.parts.map(({ part, step }) => `${part} ${step}`).toSorted()).toEqual([
      'contact added',
      'contact removed',
    ]);
    // A contact of one client alone is simply changed.
    const again = await rose.call(
      clients.edit,
      formOf(ofRose, rose, [{ ...person, id: copy.id, email: 'w@new.test', asCopy: true }]),
      { version: 2 },
    );
    expect(contactOf(again).id).toBe(copy.id);
  });

  it('leaves a client without leaving the others, and goes with the last one', async () => {
    const { id, ofRose, ofPaul } = await shared('Xenia');
    await rose.call(clients.edit, formOf(ofRose, rose, []), { version: 1 });
    expect(await paul.call(contacts.open, { id })).toMatchObject({ visible: 1, others: 0 });
    expect(await rose.refused(contacts.open, { id })).toMatchObject({ httpStatus: 404 });
    await admin.call(clients.remove, { id: ofPaul.id }, { version: 1 });
    expect(await peopleNamed('Xenia')).toEqual([]);
  });
});

describe('a contact that is picked', () => {
  it('has to be one of a client within the scope, and is named once', async () => {
    const other = await clientOf(paul, [{ ...ann, name: 'Yves' }]);
    const mine = await clientOf(rose, []);
    const { id } = contactOf(other);
    const pick = (given: Given) => rose.refused(clients.edit, formOf(mine, rose, given), { version: 1 });
    expect(await pick([{ ...ann, name: 'Yves', id }])).toMatchObject({
      code: 'REFERENCE_UNKNOWN',
      errors: { 'contacts.0.name': [{ code: 'REFERENCE_UNKNOWN' }] },
    });
    const known = await clientOf(rose, [{ ...ann, name: 'Zoe' }]);
    const zoe = { ...ann, name: 'Zoe', id: contactOf(known).id };
    expect(await pick([zoe, zoe])).toMatchObject({ errors: { 'contacts.1.name': [{ code: 'TWICE' }] } });
  });

  it('is not given back details that somebody changed since it was picked', async () => {
    const known = await clientOf(rose, [{ ...ann, name: 'Abel' }]);
    const { id } = contactOf(known);
    await rose.call(contacts.edit, { id, ...ann, name: 'Abel', email: 'abel@new.test' }, { version: 1 });
    const mine = await clientOf(rose, []);
    const stale = [{ ...ann, name: 'Abel', id, seenVersion: 1 }];
    expect(await rose.refused(clients.edit, formOf(mine, rose, stale), { version: 1 })).toMatchObject({
      code: 'CONTACT_CHANGED',
      errors: { 'contacts.0.name': [{ code: 'CONTACT_CHANGED' }] },
    });
    expect(await rose.call(contacts.open, { id })).toMatchObject({ email: 'abel@new.test', version: 2 });
  });
});

describe('two people at once', () => {
  it('who change one contact: one is refused with what the other saved', async () => {
    const { id, person } = await shared('Carla');
    const answers = await Promise.all(
      ['+33100000001', '+33100000002'].map((phone) =>
        admin.inject({
          method: 'PATCH',
          url: `/api/v1/contacts/${id}`,
          headers: { 'if-match': '1' },
          payload: { ...person, phone },
        }),
      ),
    );
    const [saved, refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([saved?.statusCode, refused?.statusCode]).toEqual([200, 412]);
    const { phone } = saved?.json<{ data: { phone: string } }>().data ?? {};
    expect(refused?.json()).toMatchObject({ data: { phone, version: 2 } });
  });

  it('change a contact at once, one on its page and one on the form of a client: neither change is lost', async () => {
    const { id, person, ofPaul } = await shared('Dora');
    const form = formOf(ofPaul, paul, [{ ...person, id, name: 'Dora by form' }]);
    const [byPage, byForm] = await Promise.allSettled([
      admin.call(contacts.edit, { id, ...person, name: 'Dora by page' }, { version: 1 }),
      admin.call(clients.edit, form, { version: 1 }),
    ]);
    const kept = (await admin.call(contacts.open, { id })).name;
    expect([byPage.status, byForm.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(kept).toBe(byPage.status === 'fulfilled' ? 'Dora by page' : 'Dora by form');
  });

  it('work at once, one picks a contact and one removes its last client: the contact stays with the first, or is refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const name = `Emil ${round}`;
      const leaving = await clientOf(rose, [{ ...ann, name }]);
      const taking = await clientOf(rose, []);
      const { id } = contactOf(leaving);
      const picked = formOf(taking, rose, [{ ...ann, name, id }]);
      const [pick, removal] = await Promise.allSettled([
        admin.call(clients.edit, picked, { version: 1 }),
        admin.call(clients.remove, { id: leaving.id }, { version: 1 }),
      ]);
      expect(removal.status).toBe('fulfilled');
      const why = pick.status === 'rejected' ? /"code":"(\w+)"/.exec(String(pick.reason))?.[1] : 'picked';
      const { contacts: kept, contactFacts } = await open(rose, taking);
      expect([
        why,
        kept.map((one) => one.id),
        contactFacts.map(({ others }) => others),
        await peopleNamed(name),
      ]).toEqual(why === 'picked' ? ['picked', [id], [0], [{ id }]] : ['REFERENCE_UNKNOWN', [], [], []]);
    }
  });

  it('who take the contact from its last two clients leave nobody behind', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { ofRose, ofPaul } = await shared(`Fred ${round}`);
      await Promise.all([
        rose.call(clients.edit, formOf(ofRose, rose, []), { version: 1 }),
        paul.call(clients.edit, formOf(ofPaul, paul, []), { version: 1 }),
      ]);
      expect(await peopleNamed(`Fred ${round}`)).toEqual([]);
    }
  });
});
