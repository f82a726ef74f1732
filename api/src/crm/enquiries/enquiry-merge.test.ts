import { clients } from '@daybook/contracts/crm/clients/clients';
import { deletedEnquiries } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { history } from '@daybook/contracts/history';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let crm: Caller;
let asClient: Awaited<ReturnType<typeof startEnquiries>>['asClient'];

beforeAll(async () => {
  ({ api, admin, crm, asClient } = await startEnquiries());
});
afterAll(() => api.stop());

const make = (more: object = {}): Promise<Enquiry> =>
  admin.call(enquiries.create, { ...newEnquiry(), ...more });
const merge = (one: Enquiry, other: Enquiry) =>
  admin.call(
    enquiries.merge,
    { id: one.id, otherId: other.id, otherVersion: other.version },
    { version: one.version },
  );

describe('a merge of two enquiries', () => {
  it('keeps the notes and the history of both, fills what was empty, and leads the old address here', async () => {
    const one = await make({ email: null, phone: '+442071234567', nextActionOn: '2026-05-02' });
    const other = await make({
      name: 'M. Harker',
      company: 'Carfax',
      nextActionOn: '2026-04-20',
      expectedValue: 900,
      currency: 'GBP',
      taxId: 'gb 123-4567',
    });
    await admin.call(enquiries.addNote, { id: one.id, body: 'First call' });
    await admin.call(enquiries.addNote, { id: other.id, body: 'Second call' });
    const merged = await merge(one, other);
    expect(merged).toMatchObject({
      id: one.id,
      version: 2,
      name: one.name,
      company: 'Carfax',
      email: other.email,
      phone: '+442071234567',
      taxId: 'GB1234567',
      nextActionOn: '2026-04-20',
      expectedValue: 900,
      currency: 'GBP',
    });
    expect(merged.notes.map(({ body }) => body)).toEqual(['Second call', 'First call']);
    expect(await admin.call(enquiries.open, { id: other.id })).toEqual(merged);
    expect((await admin.call(enquiries.list, { q: 'Carfax' })).rows.map(({ id }) => id)).toEqual([one.id]);
    expect((await admin.call(deletedEnquiries.list, {})).rows).toEqual([]);
    const { events } = await admin.call(history.of, { kind: 'enquiry', id: one.id });
    expect(events.map(({ action }) => action)).toEqual([
      'enquiries.merge',
      'enquiries.addNote',
      'enquiries.addNote',
      'enquiries.create',
      'enquiries.create',
    ]);
    // The one that stays may itself be merged; both addresses lead on.
    const third = await make();
    await merge(third, merged);
    for (const { id } of [one, other]) expect((await admin.call(enquiries.open, { id })).id).toBe(third.id);
    const last = await admin.call(enquiries.open, { id: third.id });
    expect(last.notes).toHaveLength(2);
    expect(last.mergedNos).toEqual([one.no, other.no]);
  });

  it('is refused for a won enquiry, the enquiry itself, and one that the caller does not see', async () => {
    const [one, won] = [await make(), await make()];
    await admin.call(enquiries.convert, { id: won.id, client: asClient() }, { version: 1 });
    const refused = (otherId: string, otherVersion: number, who = admin) =>
      who.refused(enquiries.merge, { id: one.id, otherId, otherVersion }, { version: 1 });
    expect((await refused(won.id, 2)).code).toBe('STATE_NOT_ALLOWED');
    expect((await refused(one.id, 1)).errors).toMatchObject({
      otherId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    expect((await refused(won.id, 1, crm)).code).toBe('NOT_FOUND');
    // A lost or open enquiry may be merged into a won one.
    const kept = await admin.call(enquiries.open, { id: won.id });
    expect(await merge(kept, one)).toMatchObject({ status: 'won', nextActionOn: null });
  });

  it('while somebody edits one of them, either the merge or the edit is refused', async () => {
    for (const edited of ['stays', 'goes'] as const) {
      const [one, other] = [await make(), await make()];
      const target = edited === 'stays' ? one : other;
      const edit = { ...newEnquiry(), id: target.id, name: 'Edited' };
      const [merged, changed] = await Promise.allSettled([
        merge(one, other),
        admin.call(enquiries.edit, edit, { version: 1 }),
      ]);
      expect([edited, [merged.status, changed.status].toSorted()]).toEqual([
        edited,
        ['fulfilled', 'rejected'],
      ]);
      // Nothing of the edit is lost: it is refused, or it is on the enquiry that was not merged.
      const { name } = await admin.call(enquiries.open, { id: target.id });
      expect(name === 'Edited').toBe(changed.status === 'fulfilled');
    }
  });
});

describe('a call-back', () => {
  it('adds a note and the next action to the open enquiry of the person', async () => {
    const one = await make();
    const added = await admin.call(enquiries.callBack, {
      id: one.id,
      body: 'Called again',
      nextActionOn: '2026-04-30',
    });
    expect(added).toMatchObject({
      nextActionOn: '2026-04-30',
      version: 2,
      notes: [{ body: 'Called again' }],
    });
    const won = await make();
    await admin.call(enquiries.convert, { id: won.id, client: asClient() }, { version: 1 });
    const late = { id: won.id, body: 'Called again', nextActionOn: '2026-04-30' };
    expect((await admin.refused(enquiries.callBack, late)).code).toBe('STATE_NOT_ALLOWED');
    expect((await crm.refused(enquiries.callBack, { ...late, id: one.id })).code).toBe('NOT_FOUND');
  });
});

describe('possible duplicates', () => {
  it('are found by tax number and by a similar name, each once', async () => {
    const client = await admin.call(clients.create, {
      ...asClient(),
      name: 'Hillingham Estates Ltd',
      registrations: [{ scheme: 'other', value: 'Hx 778-899' }],
    });
    const earlier = await make({
      name: 'Lucy Westenra',
      company: 'Hillingham Estate',
      email: 'lucy@h.example',
    });
    const found = async (asked: object, who = admin): Promise<string[][]> =>
      (await who.call(enquiries.duplicates, asked)).map(({ id, by }) => [id, by]);
    expect(await found({ taxId: 'hx 77-88-99' })).toEqual([[client.id, 'taxId']]);
    expect(new Set(await found({ company: 'HILLINGHAM ESTATES LIMITED' }))).toEqual(
      new Set([
        [client.id, 'name'],
        [earlier.id, 'name'],
      ]),
    );
    expect(await found({ email: 'lucy@h.example', name: 'Westenra, Lucy' })).toEqual([[earlier.id, 'email']]);
    expect(await found({ name: 'Lucy Westenra', exceptId: earlier.id })).toEqual([]);
    expect(await found({ name: 'Lucy Holmwood' })).toEqual([]);
    expect(await found({ name: 'Lucy Westenra' }, crm)).toEqual([]);
  });
});

describe('the database', () => {
  it('refuses a move back in time, a change of the record of moves, and any change of a merged enquiry', async () => {
    const [one, other] = [await make(), await make()];
    const moves: [sql: string, values: string[]][] = [
      [`update enquiry set status = 'contacted', status_since = status_since - 1 where id = $1`, [one.id]],
      ['delete from enquiry_move where enquiry_id = $1', [one.id]],
      ['update enquiry_move set undone = true where enquiry_id = $1', [one.id]],
      [
        `insert into enquiry_move (enquiry_id, to_status, moved_on) values ($1, 'won', current_date)`,
        [one.id],
      ],
      [`update enquiry set status = 'lost', lost_note = 'No reason' where id = $1`, [one.id]],
    ];
    const refusals: string[] = [];
    for (const move of moves) refusals.push(await refusedInSql(api, move));
    expect(refusals).toEqual(['DB014', '42501', '42501', '42501', '23514']);
    await expect(
      api.ownerPool.query(`update enquiry_move set to_status = 'won' where enquiry_id = $1`, [one.id]),
    ).rejects.toMatchObject({ code: 'DB001' });
    await merge(one, other);
    for (const change of [
      `update enquiry set name = 'Other' where id = $1`,
      'update enquiry set merged_into_id = null, deleted_at = null where id = $1',
    ])
      expect(await refusedInSql(api, [change, [other.id]])).toBe('DB001');
    const third = await make();
    const intoGone = 'update enquiry set merged_into_id = $2, deleted_at = now() where id = $1';
    expect(await refusedInSql(api, [intoGone, [third.id, other.id]])).toBe('DB001');
  });
});
