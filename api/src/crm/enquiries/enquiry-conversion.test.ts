import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { uuidv7 } from 'uuidv7';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let crm: Caller;
let entityId: string;
let asClient: Awaited<ReturnType<typeof startEnquiries>>['asClient'];

beforeAll(async () => {
  ({ api, admin, crm, entityId, asClient } = await startEnquiries());
});
afterAll(() => api.stop());

describe('the conversion of an enquiry', () => {
  it('creates a client and a contact and wins the enquiry, without clients.add', async () => {
    const seller = await api.as({ keys: ['enquiries.add', 'enquiries.convert'] });
    const made = await seller.call(enquiries.create, newEnquiry());
    const { client } = await seller.call(
      enquiries.convert,
      { id: made.id, client: asClient() },
      { version: 1 },
    );
    expect(await admin.call(clients.open, { id: client.id })).toMatchObject({
      code: client.code,
      name: 'Carfax Estates',
      crm: { id: crm.id },
      currency: 'EUR',
      contacts: [{ name: made.name, email: made.email, phone: null }],
    });
    expect(await admin.call(enquiries.open, { id: made.id })).toMatchObject({
      status: 'won',
      nextActionOn: null,
      convertedClient: { id: client.id },
    });
    expect((await admin.call(clients.list, { q: made.email ?? '' })).rows).toHaveLength(1);
    // The client that the enquiry became is no duplicate of it.
    const same = { email: made.email ?? '', name: made.name, company: 'Carfax Estates' };
    expect(await admin.call(enquiries.duplicates, { ...same, exceptId: made.id })).toEqual([]);
    const referred = await admin.call(enquiries.create, {
      ...newEnquiry(),
      referrerClientId: client.id,
    });
    const { rows } = await admin.call(enquiries.list, { filter: { clientId: client.id } });
    expect(rows.map(({ id }) => id).toSorted()).toEqual([made.id, referred.id].toSorted());
  });

  it('happens once, however many requests come at once', async () => {
    const made = await admin.call(enquiries.create, newEnquiry());
    const before = await api.db.selectFrom('client').select('id').execute();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        admin.call(enquiries.convert, { id: made.id, client: asClient() }, { version: 1 }),
      ),
    );
    expect(new Set(answers.map(({ client }) => client.id)).size).toBe(1);
    expect(await api.db.selectFrom('client').select('id').execute()).toHaveLength(before.length + 1);
    const later = await admin.call(enquiries.convert, { id: made.id, client: asClient() }, { version: 1 });
    expect(later).toEqual(answers[0]);
    await expect(
      api.appPool.query(`update enquiry set status = 'new', converted_client_id = null, next_action_on = now()
        where id = '${made.id}'`),
    ).rejects.toMatchObject({ code: 'DB001' });
  });

  it('can use an existing client, and adds the missing contact', async () => {
    const there = await admin.call(clients.create, asClient());
    for (const _ of [1, 2]) {
      const made = await admin.call(enquiries.create, { ...newEnquiry(), email: 'same@person.example' });
      const { client } = await admin.call(
        enquiries.convert,
        { id: made.id, clientId: there.id },
        { version: 1 },
      );
      expect(client.id).toBe(there.id);
    }
    const { contacts, version } = await admin.call(clients.open, { id: there.id });
    expect(contacts.map(({ email }) => email)).toEqual(['same@person.example']);
    expect(version).toBe(2);
    expect((await admin.call(clients.list, { q: 'same@person' })).rows).toHaveLength(1);
  });

  it('is refused on the fields that a new client would be refused on', async () => {
    const made = await crm.call(enquiries.create, newEnquiry());
    const errorsOf = async (input: object) =>
      (await crm.refused(enquiries.convert, { id: made.id, ...input }, { version: 1 })).errors;
    const hidden = await makeClient(api.db, { entityId, crmId: (await api.as({ userType: 'crm' })).id });
    expect(await errorsOf({ clientId: hidden })).toMatchObject({ clientId: [{ code: 'REFERENCE_UNKNOWN' }] });
    expect(await errorsOf({})).toMatchObject({ clientId: [{ code: 'REQUIRED' }] });
    expect(await errorsOf({ clientId: hidden, client: asClient() })).toMatchObject({
      clientId: [{ code: 'REQUIRED' }],
    });
    expect(await errorsOf({ client: { ...asClient(), defaultEntityId: uuidv7() } })).toMatchObject({
      'client.defaultEntityId': [{ code: 'REFERENCE_UNKNOWN' }],
    });
    expect(Object.keys(await errorsOf({ client: { ...asClient(), name: '', code: 'C-1' } }))).toEqual([
      'client.name',
      'client.code',
    ]);
    expect(await crm.call(enquiries.open, { id: made.id })).toMatchObject({ status: 'new' });
    const late = await crm.refused(enquiries.convert, { id: made.id, client: asClient() }, { version: 9 });
    expect(late).toMatchObject({ httpStatus: 412 });
  });
});
