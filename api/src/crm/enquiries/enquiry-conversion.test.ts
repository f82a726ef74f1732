import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryAttachments } from '@daybook/contracts/crm/enquiries/enquiry-files';
import { uuidv7 } from 'uuidv7';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

const pdf = Buffer.from('%PDF-1.4\nthe letter\n%%EOF\n');

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

  it('gives the client the tax number, once, and finds the client by it', async () => {
    const make = async () => admin.call(enquiries.create, { ...newEnquiry(), taxId: 'AAPFU0939F' });
    const taxed = { taxId: 'aapfu 0939 f', taxScheme: 'IN:PAN' as const };
    const { client } = await admin.call(
      enquiries.convert,
      { id: (await make()).id, client: asClient(), ...taxed },
      { version: 1 },
    );
    const there = await admin.call(clients.create, asClient());
    const others = await Promise.all([make(), make(), make()]);
    await Promise.all(
      others.map(({ id }) =>
        admin.call(enquiries.convert, { id, clientId: there.id, ...taxed }, { version: 1 }),
      ),
    );
    for (const id of [client.id, there.id]) {
      const { registrations, contacts } = await admin.call(clients.open, { id });
      expect(registrations).toMatchObject([{ scheme: 'IN:PAN', value: 'AAPFU0939F' }]);
      expect(contacts).toHaveLength(1);
    }
    const found = (await admin.call(clients.list, { q: 'AAPFU0939F' })).rows.map(({ id }) => id);
    expect(found.toSorted()).toEqual([client.id, there.id].toSorted());
  });

  it('refuses a tax number of no kind, and one with a wrong check digit unless a note explains it', async () => {
    const { id } = await admin.call(enquiries.create, newEnquiry());
    const given = { id, client: asClient(), taxId: '732829321' };
    const refused = async (more: object) =>
      (await admin.refused(enquiries.convert, { ...given, ...more }, { version: 1 })).errors;
    expect(await refused({})).toEqual({ taxScheme: [{ code: 'REQUIRED' }] });
    expect(await refused({ taxScheme: 'FR:SIREN' })).toMatchObject({ taxId: [{ code: 'TAX_ID_CHECKSUM' }] });
    const noted = { ...given, taxScheme: 'FR:SIREN' as const, taxNote: 'As on their certificate' };
    const { client } = await admin.call(enquiries.convert, noted, { version: 1 });
    expect((await admin.call(clients.open, { id: client.id })).registrations).toMatchObject([
      { value: '732829321', note: 'As on their certificate' },
    ]);
  });

  it('shows the notes and files of the enquiry on the client, to whoever sees the client', async () => {
    const made = await admin.call(enquiries.create, newEnquiry());
    const merged = await admin.call(enquiries.create, newEnquiry());
    await admin.call(enquiries.addNote, { id: made.id, body: 'Pays by the month' });
    await admin.call(enquiries.addNote, { id: merged.id, body: 'Called twice' });
    const attached = await admin.inject(
      requestOf(enquiryAttachments.attach, { id: merged.id, name: 'Letter.pdf' }, { file: pdf }),
    );
    expect(attached.statusCode).toBe(200);
    await admin.call(enquiries.merge, { id: made.id, otherId: merged.id, otherVersion: 1 }, { version: 1 });
    const { client } = await admin.call(
      enquiries.convert,
      { id: made.id, client: asClient() },
      { version: 2 },
    );
    // The relationship manager sees the client, and not the enquiry.
    const { id } = client;
    expect(await crm.refused(enquiries.open, { id: made.id })).toMatchObject({ httpStatus: 404 });
    await crm.call(clientNotes.add, { id, body: 'Signed' });
    const { rows } = await crm.call(clientNotes.list, { id, pageSize: 2 });
    expect(rows).toMatchObject([
      { body: 'Signed', enquiryNo: null, isOwn: true },
      { body: 'Called twice', enquiryNo: merged.no, by: expect.stringMatching(/^admin/), isOwn: false },
    ]);
    const { next } = await crm.call(clientNotes.list, { id, pageSize: 2 });
    expect((await crm.call(clientNotes.list, { id, pageSize: 2, cursor: next ?? '' })).rows).toMatchObject([
      { body: 'Pays by the month', enquiryNo: made.no },
    ]);
    const [file] = await crm.call(clientFiles.ofEnquiries, { id });
    expect(file).toMatchObject({ label: 'Letter.pdf', enquiryNo: merged.no });
    const one = { id, fileId: file?.id ?? '' };
    expect((await crm.inject(requestOf(clientFiles.enquiryFile, one))).rawPayload).toEqual(pdf);
    const { rows: events } = await crm.call(clientTimeline.list, { id, filter: { kind: ['note', 'file'] } });
    expect(events.map(({ label }) => label)).toEqual([
      'Signed',
      'Letter.pdf',
      'Called twice',
      'Pays by the month',
    ]);
    // A note of an enquiry stays as it is, and another client has none of it.
    const note = { id, noteId: rows[1]?.id ?? '' };
    expect(await crm.refused(clientNotes.pin, { ...note, isPinned: true }, { version: 1 })).toMatchObject({
      httpStatus: 404,
    });
    const other = await admin.call(clients.create, asClient());
    expect(await admin.call(clientFiles.ofEnquiries, { id: other.id })).toEqual([]);
    expect(
      (await admin.inject(requestOf(clientFiles.enquiryFile, { ...one, id: other.id }))).statusCode,
    ).toBe(404);
    const stranger = await api.as({ userType: 'crm' });
    expect(await stranger.refused(clientFiles.ofEnquiries, { id })).toMatchObject({ httpStatus: 404 });
    expect(await stranger.refused(clientNotes.list, { id })).toMatchObject({ httpStatus: 404 });
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
