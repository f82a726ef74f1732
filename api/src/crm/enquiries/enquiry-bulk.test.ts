import { notifications } from '@daybook/contracts/notifications';
import { uuidv7 } from 'uuidv7';
import { deletedEnquiries } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { enquiryBoard } from '@daybook/contracts/crm/enquiries/enquiry-board';
import { enquiryBulk } from '@daybook/contracts/crm/enquiries/enquiry-bulk';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { lostReasonId } from '../../../test/fixtures/enquiry-choices.ts';
import { newEnquiry, startEnquiries } from '../../../test/fixtures/enquiry-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let crm: Caller;

beforeAll(async () => {
  ({ api, admin, crm } = await startEnquiries({ name: 'Ada' }));
});
afterAll(() => api.stop());

const make = (more: object = {}): Promise<Enquiry> =>
  admin.call(enquiries.create, { ...newEnquiry(), ...more });
const at = ({ id, version }: Pick<Enquiry, 'id' | 'version'>) => ({ id, version });
const open = ({ id }: Pick<Enquiry, 'id'>) => admin.call(enquiries.open, { id });
const movesOf = async ({ id }: Pick<Enquiry, 'id'>) =>
  (
    await api.db
      .selectFrom('enquiryMove')
      .select(['toStatus', 'undone'])
      .where('enquiryId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ toStatus, undone }) => (undone ? `(${toStatus})` : toStatus));

async function change(all: readonly Pick<Enquiry, 'id' | 'version'>[], asked: object, key?: string) {
  const input = { enquiries: all.map(at), change: asked };
  const { results } = await admin.call(enquiryBulk.change, input, key === undefined ? {} : { key });
  return all.map(({ id }) => results.find((one) => one.id === id));
}

const told = async (who: Caller) =>
  (await who.call(notifications.list, {})).rows.map(({ kind, params }) => [kind, params['count']]);

describe('a bulk change of enquiries', () => {
  it('moves those that may move, with a result for each, once however often it is sent', async () => {
    const [one, stale, contacted] = [await make(), await make(), await make()];
    await admin.call(enquiries.move, { id: contacted.id, to: 'contacted' }, { version: 1 });
    const all = [one, { ...stale, version: 7 }, { ...contacted, version: 2 }, { id: uuidv7(), version: 1 }];
    const key = uuidv7();
    const expected = [
      { outcome: 'changed', version: 2 },
      { outcome: 'refused', refused: { code: 'VERSION_CONFLICT' } },
      { outcome: 'same', version: 2 },
      { outcome: 'refused', refused: { code: 'NOT_FOUND' } },
    ];
    expect(await change(all, { to: 'contacted' }, key)).toMatchObject(expected);
    expect(await change(all, { to: 'contacted' }, key)).toMatchObject(expected);
    expect(await movesOf(one)).toEqual(['new', 'contacted']);
    const lost = await change([{ ...one, version: 2 }], { to: 'lost' });
    expect(lost).toMatchObject([{ refused: { code: 'INPUT_INVALID' } }]);
    const won = await change([{ ...one, version: 2 }], { to: 'won' });
    expect(won).toMatchObject([{ refused: { code: 'STATE_NOT_ALLOWED' } }]);
  });

  it('is undone by whoever made it, and strikes the move out of the record', async () => {
    const [one, other] = [await make(), await make()];
    const asked = { to: 'lost', lostReasonId: lostReasonId('price'), lostNote: 'Too dear' };
    await change([one, other], asked);
    await admin.call(
      enquiries.move,
      { id: other.id, to: 'contacted', nextActionOn: '2026-06-01' },
      { version: 2 },
    );
    const chosen = { enquiries: [one, other].map(({ id }) => ({ id, version: 2 })) };
    const stranger = await api.as({});
    expect((await stranger.call(enquiryBulk.undo, chosen)).results).toMatchObject([
      { refused: { code: 'VERSION_CONFLICT' } },
      { refused: { code: 'VERSION_CONFLICT' } },
    ]);
    const { results } = await admin.call(enquiryBulk.undo, chosen);
    expect(results.find(({ id }) => id === one.id)).toMatchObject({ outcome: 'changed', version: 3 });
    expect(results.find(({ id }) => id === other.id)).toMatchObject({
      refused: { code: 'VERSION_CONFLICT' },
    });
    expect(await open(one)).toMatchObject({
      status: 'new',
      lostReason: null,
      lostNote: null,
      nextActionOn: one.nextActionOn,
      statusSince: one.statusSince,
    });
    expect(await movesOf(one)).toEqual(['new', '(lost)']);
  });

  it('gives enquiries to another owner, back again, but not to one who has left', async () => {
    const one = await make();
    const leaver = await api.as({ userType: 'crm', name: 'Leaver' });
    const theirs = await make({ ownerId: leaver.id });
    expect(await change([one, theirs], { ownerId: crm.id })).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'changed' },
    ]);
    expect((await open(one)).owner.id).toBe(crm.id);
    const lost = await make({ ownerId: leaver.id });
    await change([lost], { to: 'lost', lostReasonId: lostReasonId('price') });
    await api.ownerPool.query(`update app_user set status = 'deactivated' where id = $1`, [leaver.id]);
    const { results } = await admin.call(enquiryBulk.undo, {
      enquiries: [one, theirs].map(({ id }) => ({ id, version: 2 })),
    });
    expect(results.find(({ id }) => id === one.id)).toMatchObject({ outcome: 'changed' });
    expect(results.find(({ id }) => id === theirs.id)).toMatchObject({
      refused: { code: 'PERSON_HAS_LEFT' },
    });
    // Nobody hands on what is lost when its owner leaves, so it does not become open again.
    const opened = await admin.call(enquiryBulk.undo, { enquiries: [{ id: lost.id, version: 2 }] });
    expect(opened.results).toMatchObject([{ refused: { code: 'PERSON_HAS_LEFT' } }]);
    const unknown = { enquiries: [at(one)], change: { ownerId: leaver.id } };
    expect((await admin.refused(enquiryBulk.change, unknown)).errors).toHaveProperty(['change.ownerId']);
  });

  it('tells the new owner once of more than ten enquiries, and names a few', async () => {
    const [next, former] = [await api.as({ userType: 'crm' }), await api.as({ userType: 'crm' })];
    const all = [];
    for (let n = 0; n < 12; n += 1) all.push(await make({ ownerId: former.id }));
    await api.ownerPool.query('delete from notification');
    const [first, ...others] = all;
    if (first === undefined) throw new Error('there is no enquiry');
    await change([first], { ownerId: next.id });
    await change(others, { ownerId: next.id });
    expect(await told(next)).toEqual([
      ['enquiries_handed_over', 11],
      ['enquiry_assigned', undefined],
    ]);
    await admin.call(enquiryBulk.undo, { enquiries: others.map(({ id }) => ({ id, version: 2 })) });
    expect(await told(former)).toEqual([]);
    // What is changed later in the same way as before is told as before.
    await make({ ownerId: former.id });
    expect(await told(former)).toEqual([['enquiry_assigned', undefined]]);
  });

  it('needs the permission of the single command, and reaches only what the caller sees', async () => {
    const one = await make();
    const editor = await api.as({ keys: ['enquiries.edit'] });
    const asked = { enquiries: [at(one)], change: { to: 'contacted' as const } };
    expect((await editor.refused(enquiryBulk.change, asked)).code).toBe('PERM_DENIED');
    const mover = await api.as({ keys: allBut('enquiries.edit') });
    expect((await mover.refused(enquiryBulk.change, asked)).httpStatus).toBe(403);
    const { results } = await crm.call(enquiryBulk.change, asked);
    expect(results).toMatchObject([{ refused: { code: 'NOT_FOUND' } }]);
  });
});

it('of two people who move one card at once, one succeeds and the other sees what it became', async () => {
  const one = await make();
  const other = await api.as({});
  const outcomes = await Promise.allSettled([
    admin.call(enquiries.move, { id: one.id, to: 'contacted' }, { version: 1 }),
    other.call(enquiries.move, { id: one.id, to: 'on_hold' }, { version: 1 }),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(String(failed?.reason)).toContain('VERSION_CONFLICT');
  expect(await movesOf(one)).toHaveLength(2);
});

it('the day of a move is neither before the move before it nor in the future', async () => {
  const one = await make({ enquiryDate: '2026-01-05' });
  expect(one.statusSince).toBe('2026-01-05');
  const refusedOn = async (on: string) =>
    Object.keys(
      (await admin.refused(enquiries.move, { id: one.id, to: 'contacted', on }, { version: 1 })).errors,
    );
  expect(await refusedOn('2026-01-04')).toEqual(['on']);
  expect(await refusedOn('2199-01-01')).toEqual(['on']);
  const moved = await admin.call(
    enquiries.move,
    { id: one.id, to: 'contacted', on: '2026-01-09' },
    { version: 1 },
  );
  expect(moved.statusSince).toBe('2026-01-09');
});

describe('the board', () => {
  it('counts enquiries and their value by stage, without amounts for people who may not see them', async () => {
    const owner = await api.as({ userType: 'crm' });
    const mine = { owner: owner.id };
    for (const [expectedValue, currency] of [
      [100, 'EUR'],
      [50, 'EUR'],
      [7, 'JPY'],
      [null, null],
    ] as const)
      await make({ ownerId: owner.id, expectedValue, currency });
    const lost = await make({ ownerId: owner.id, enquiryDate: '2026-01-01' });
    const loss = { id: lost.id, to: 'lost' as const, lostReasonId: lostReasonId('other'), on: '2026-01-02' };
    await admin.call(enquiries.move, loss, { version: 1 });
    const boardFor = async (who: Caller, closedSince: string) =>
      (await who.call(enquiryBoard.columns, { filter: mine, closedSince })).columns.filter(
        ({ count }) => count > 0,
      );
    const fresh = {
      status: 'new',
      count: 4,
      values: [
        { currency: 'EUR', amount: 150 },
        { currency: 'JPY', amount: 7 },
      ],
    };
    expect(await boardFor(admin, '2026-01-03')).toEqual([fresh]);
    expect(await boardFor(admin, '2026-01-02')).toEqual([fresh, { status: 'lost', count: 1, values: [] }]);
    const mover = await api.as({ keys: ['enquiries.update_status'] });
    expect(await boardFor(mover, '2026-01-03')).toEqual([{ ...fresh, values: [] }]);
    // Another relationship manager sees none of them.
    expect(await boardFor(crm, '2026-01-02')).toEqual([]);
  });
});

it('an enquiry that becomes open again after its owner has left belongs to whoever opened it', async () => {
  const leaver = await api.as({ userType: 'crm', name: 'Former owner' });
  const [lost, binned, closed] = [
    await make({ ownerId: leaver.id }),
    await make({ ownerId: leaver.id }),
    await make({ ownerId: leaver.id }),
  ];
  const loss = { to: 'lost', lostReasonId: lostReasonId('price') } as const;
  for (const { id } of [lost, closed]) await admin.call(enquiries.move, { id, ...loss }, { version: 1 });
  await admin.call(enquiries.remove, { id: binned.id }, { version: 1 });
  await admin.call(enquiries.remove, { id: closed.id }, { version: 2 });
  await api.ownerPool.query(`update app_user set status = 'deactivated' where id = $1`, [leaver.id]);
  const reopened = { id: lost.id, to: 'contacted', nextActionOn: '2026-06-01' } as const;
  expect((await admin.call(enquiries.move, reopened, { version: 2 })).owner.id).toBe(admin.id);
  expect((await admin.call(enquiries.restore, { id: binned.id }, { version: 2 })).owner.id).toBe(admin.id);
  // What is closed stays with the person it belonged to.
  expect((await admin.call(enquiries.restore, { id: closed.id }, { version: 3 })).owner.id).toBe(leaver.id);
});

const listed = async (who: Caller) => (await who.call(deletedEnquiries.list, { q: 'Renfield' })).rows;

describe('the bin', () => {
  it('keeps a deleted enquiry for 30 days, with who deleted it, and restores it', async () => {
    const one = await make({ name: 'Renfield' });
    await admin.call(enquiries.remove, { id: one.id }, { version: 1 });
    expect(await listed(admin)).toMatchObject([{ no: one.no, deletedBy: 'Ada', version: 2 }]);
    expect(await listed(crm)).toEqual([]);
    expect((await crm.refused(enquiries.restore, { id: one.id }, { version: 2 })).code).toBe('NOT_FOUND');
    expect(await admin.call(enquiries.restore, { id: one.id }, { version: 2 })).toMatchObject({
      id: one.id,
      status: 'new',
      version: 3,
    });
    expect(await listed(admin)).toEqual([]);
    await admin.call(enquiries.remove, { id: one.id }, { version: 3 });
    await api.ownerPool.query(`update enquiry set deleted_at = now() - interval '31 days' where id = $1`, [
      one.id,
    ]);
    expect((await admin.refused(enquiries.restore, { id: one.id }, { version: 4 })).code).toBe('NOT_FOUND');
  });
});
