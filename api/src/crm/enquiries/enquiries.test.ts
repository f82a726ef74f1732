import { clients } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { uuidv7 } from 'uuidv7';
import { sourceId } from '../../../test/fixtures/enquiry-choices.ts';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let crm: Caller;
let entityId: string;
let asClient: Awaited<ReturnType<typeof startEnquiries>>['asClient'];

beforeAll(async () => {
  ({ api, admin, crm, entityId, asClient } = await startEnquiries({ name: 'Ada' }));
});
afterAll(() => api.stop());

let count = 0;
const asked = () => {
  count += 1;
  return {
    ...newEnquiry(),
    name: `Mina Harker ${count}`,
    email: `mina.${count}@carfax.example`,
  };
};

describe('enquiries', () => {
  it('are created with a number of the fiscal year, opened, edited and deleted', async () => {
    const made = await admin.call(enquiries.create, asked());
    expect(made).toMatchObject({ version: 1, status: 'new', owner: { id: admin.id }, notes: [] });
    expect(made.no).toMatch(/^ENQ-25-26-\d{4}$/);
    const next = await admin.call(enquiries.create, { ...asked(), enquiryDate: '2026-04-01' });
    expect(next.no).toMatch(/^ENQ-26-27-0001$/);

    const referrerClientId = await makeClient(api.db, { entityId, crmId: crm.id, name: 'Seward & Co' });
    const edited = await admin.call(
      enquiries.edit,
      {
        ...asked(),
        id: made.id,
        company: 'Carfax',
        email: null,
        phone: '+442071234567',
        referrerClientId,
        expectedValue: 120_000,
        currency: 'GBP',
      },
      { version: 1 },
    );
    expect(edited).toMatchObject({
      version: 2,
      no: made.no,
      email: null,
      referrerClient: { id: referrerClientId, label: 'Seward & Co' },
      expectedValue: 120_000,
    });
    const late = await admin.refused(enquiries.edit, { ...asked(), id: made.id }, { version: 1 });
    expect(late).toMatchObject({ httpStatus: 412, data: { version: 2, company: 'Carfax' } });

    await admin.call(enquiries.remove, { id: made.id }, { version: 2 });
    expect(await admin.refused(enquiries.open, { id: made.id })).toMatchObject({ code: 'NOT_FOUND' });
    const kept = await api.db.selectFrom('enquiry').select('no').where('id', '=', made.id).execute();
    expect(kept).toEqual([{ no: made.no }]);
  });

  it('take numbers without duplicates when entered at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        admin.call(enquiries.create, { ...asked(), enquiryDate: '2030-05-05' }),
      ),
    );
    expect(made.map(({ no }) => no).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, index) => `ENQ-30-31-00${String(index + 1).padStart(2, '0')}`),
    );
  });

  it('refuse bad input on its field', async () => {
    const refused = await admin.refused(enquiries.create, {
      ...asked(),
      name: '',
      enquiryDate: '31.03.2026',
      phone: '12',
      sourceId: 'rumour',
      status: 'won',
      no: 'ENQ-1',
      nextActionOn: null,
    });
    expect(refused).toMatchObject({ httpStatus: 400, code: 'INPUT_INVALID' });
    expect(Object.keys(refused.errors).toSorted()).toEqual([
      'enquiryDate',
      'name',
      'nextActionOn',
      'no',
      'phone',
      'sourceId',
      'status',
    ]);
    const errorsOf = async (more: object) =>
      (await admin.refused(enquiries.create, { ...asked(), ...more })).errors;
    expect(await errorsOf({ email: null, name: '' })).toEqual({
      email: [{ code: 'EMAIL_OR_PHONE' }],
      name: [{ code: 'REQUIRED' }],
    });
    expect(await errorsOf({ expectedValue: 1 })).toMatchObject({ currency: [{ code: 'REQUIRED' }] });
    expect(Object.keys(await errorsOf({ ownerId: uuidv7(), serviceIds: [uuidv7()] }))).toEqual([
      'ownerId',
      'serviceIds',
    ]);
    expect(await errorsOf({ referrerClientId: uuidv7() })).toMatchObject({
      referrerClientId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const hidden = await makeClient(api.db, { entityId, crmId: (await api.as({ userType: 'crm' })).id });
    expect(await crm.refused(enquiries.create, { ...asked(), referrerClientId: hidden })).toMatchObject({
      code: 'REFERENCE_UNKNOWN',
    });
    const made = await admin.call(enquiries.create, asked());
    const undated = { ...asked(), id: made.id, nextActionOn: null };
    expect((await admin.refused(enquiries.edit, undated, { version: 1 })).errors).toMatchObject({
      nextActionOn: [{ code: 'REQUIRED' }],
    });
  });

  it('are listed by date and by next action, and filtered', async () => {
    const owner = await api.as({ userType: 'crm' });
    const days = ['2026-01-03', '2026-01-01', '2026-01-02'];
    for (const [index, day] of days.entries()) {
      await owner.call(enquiries.create, {
        ...asked(),
        enquiryDate: day,
        nextActionOn: `2026-02-0${index + 1}`,
        sourceId: sourceId(index === 0 ? 'web' : 'call'),
      });
    }
    const dates = async (sort: 'date' | '-date' | 'nextAction' | '-nextAction') =>
      (await owner.call(enquiries.list, { sort })).rows.map((row) => row.enquiryDate.slice(-1)).join('');
    expect([await dates('date'), await dates('-date')]).toEqual(['123', '321']);
    expect([await dates('nextAction'), await dates('-nextAction')]).toEqual(['312', '213']);
    const rows = async (filter: object) => (await owner.call(enquiries.list, { filter })).rows.length;
    expect(await rows({ sourceId: sourceId('web') })).toBe(1);
    expect(await rows({ dueBy: '2026-02-02' })).toBe(2);
    expect(await rows({ open: 'true', status: ['new', 'lost'] })).toBe(3);
    expect(await rows({ open: 'false' })).toBe(0);
    expect(await rows({ owner: admin.id })).toBe(0);
    const first = await owner.call(enquiries.list, { sort: 'nextAction', pageSize: 2 });
    const second = await owner.call(enquiries.list, {
      sort: 'nextAction',
      pageSize: 2,
      cursor: first.next ?? '',
    });
    expect(second.rows.map((row) => row.nextActionOn)).toEqual(['2026-02-03']);
    expect(await owner.call(enquiries.total, {})).toEqual({ total: 3, isCapped: false });
    const file = await owner.inject({
      url: `/api/v1/enquiries/export?format=csv&filter[sourceId]=${sourceId('web')}`,
    });
    expect(file.body.trim().split('\r\n')).toHaveLength(2);
  });

  it('are visible only to their owner', async () => {
    const other = await api.as({ userType: 'crm' });
    const made = await crm.call(enquiries.create, asked());
    expect((await other.call(enquiries.list, { q: made.no })).rows).toEqual([]);
    expect((await crm.call(enquiries.list, { q: made.name })).rows).toHaveLength(1);
    for (const [endpoint, input] of [
      [enquiries.open, {}],
      [enquiries.edit, asked()],
      [enquiries.remove, {}],
      [enquiries.move, { to: 'contacted' }],
      [enquiries.addNote, { body: 'x' }],
      [enquiries.convert, { client: asClient() }],
    ] as const) {
      const refused = await other.refused(endpoint, { ...input, id: made.id }, { version: 1 });
      expect([endpoint.path, refused.code]).toEqual([endpoint.path, 'NOT_FOUND']);
    }
  });

  it('hide their expected value without a permission for money, and keep it', async () => {
    const made = await admin.call(enquiries.create, { ...asked(), expectedValue: 5_000, currency: 'EUR' });
    const clerk = await api.as({ keys: ['enquiries.edit'] });
    expect(await clerk.call(enquiries.open, { id: made.id })).toMatchObject({ expectedValue: null });
    await clerk.call(enquiries.edit, { ...asked(), id: made.id }, { version: 1 });
    expect(await admin.call(enquiries.open, { id: made.id })).toMatchObject({ expectedValue: 5_000 });
  });

  it('collect notes, the newest first, which nobody can change', async () => {
    const made = await admin.call(enquiries.create, asked());
    await admin.call(enquiries.addNote, { id: made.id, body: 'Called, no answer' });
    const { notes } = await admin.call(enquiries.addNote, { id: made.id, body: 'Wants a quote' });
    expect(notes.map(({ body, by }) => [body, by])).toEqual([
      ['Wants a quote', 'Ada'],
      ['Called, no answer', 'Ada'],
    ]);
    await expect(api.appPool.query('update enquiry_note set body = $1', ['x'])).rejects.toThrow(
      'permission denied',
    );
  });

  it('show others with the same e-mail or telephone, within the scope', async () => {
    const made = await admin.call(enquiries.create, asked());
    const email = made.email ?? '';
    const theirs = await admin.call(clients.create, {
      ...asClient(),
      contacts: [{ name: 'Mina', email, phone: '+33 (0)6 11-22.33 44' }],
    });
    expect(await admin.call(enquiries.duplicates, { email, phone: '+33611223344' })).toEqual([
      { kind: 'client', id: theirs.id, code: theirs.code, label: theirs.name, status: 'active', by: 'email' },
      { kind: 'enquiry', id: made.id, code: made.no, label: made.name, status: 'new', by: 'email' },
    ]);
    expect(await admin.call(enquiries.duplicates, { email, exceptId: made.id })).toHaveLength(1);
    const stranger = await api.as({ userType: 'crm' });
    expect(await stranger.call(enquiries.duplicates, { email })).toEqual([]);
  });
});

describe('the permissions of enquiries', () => {
  it.each([
    ['create', 'enquiries.add', enquiries.create],
    ['edit', 'enquiries.edit', enquiries.edit],
    ['remove', 'enquiries.delete', enquiries.remove],
    ['move', 'enquiries.update_status', enquiries.move],
    ['convert', 'enquiries.convert', enquiries.convert],
  ] as const)('%s needs %s', async (_name, key, endpoint) => {
    const other = await api.as({ keys: allBut(key) });
    expect(await other.refused(endpoint, { id: uuidv7() }, { version: 1 })).toMatchObject({
      httpStatus: 403,
      code: 'PERM_DENIED',
    });
  });

  it('open every list and record with any one of them, and none without', async () => {
    const reader = await api.as({ keys: ['enquiries.delete'] });
    expect(await reader.call(enquiries.list, {})).toMatchObject({ pageSize: 20 });
    const other = await api.as({ keys: ['clients.view'] });
    for (const endpoint of [
      enquiries.list,
      enquiries.total,
      enquiries.export,
      enquiries.duplicates,
      enquiries.open,
      enquiries.addNote,
    ]) {
      expect(await other.refused(endpoint, { id: uuidv7() })).toMatchObject({ code: 'PERM_DENIED' });
    }
  });
});
