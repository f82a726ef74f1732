import { uuidv7 } from 'uuidv7';
import { clientBulk } from '@daybook/contracts/crm/clients/client-bulk';
import type { ClientChange } from '@daybook/contracts/crm/clients/client-bulk';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { InputOf } from '@daybook/contracts/endpoint';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { notifications } from '@daybook/contracts/notifications';
import { openClientDesk } from '../../../test/fixtures/client-fixture.ts';
import type { ClientDesk } from '../../../test/fixtures/client-fixture.ts';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import type { Caller } from '../../../test/test-api.ts';
import { doJobs, noTurn } from '../../jobs/do-jobs.ts';
import { kindsOfJobs } from '../../start-jobs.ts';

type Change = Extract<InputOf<typeof clientBulk.preview>['change'], object>;

let { api, admin, crm, entityId, acme } = {} as ClientDesk;

beforeAll(async () => {
  ({ api, admin, crm, entityId, acme } = await openClientDesk());
});
afterAll(() => api.stop());

const work = () => doJobs(api.db, { kinds: kindsOfJobs, canMail: false, turn: noTurn() });
const some = (count: number, more = {}) =>
  Promise.all(Array.from({ length: count }, () => admin.call(clients.create, { ...acme(), ...more })));
const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);
const monthly = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' };
const open = (id: string) => admin.call(clients.open, { id });
const outcomeOf = async (id: string, caller = admin) => {
  const { done, refused, skipped } = await caller.call(jobs.open, { id });
  return { done, refused, skipped };
};
/** How many clients a person sees. */
const seen = async (caller: Caller) => (await caller.call(clients.total, {})).total;
/** What a person was notified of, with the numbers. */
const told = async (caller: Caller) =>
  (await caller.call(notifications.list, {})).rows.map(({ kind, params }) => [kind, params['count']]);
/** Carries out a change of these clients, and returns its job. */
const change = async (all: readonly { id: string }[], asked: Change, caller: Caller = admin) => {
  const { id } = await caller.call(clientBulk.change, { ids: idsOf(all), change: asked });
  await work();
  return id;
};
const undo = async (id: string, caller: Caller = admin) => {
  const undone = await caller.call(clientBulk.undo, { id });
  await work();
  return undone.id;
};

describe('a bulk change of clients', () => {
  it('says how many change and who is left out, then changes each, and is undone', async () => {
    const executive = await api.as({ userType: 'executive' });
    const manager = await api.as({ userType: 'manager' });
    const departmentId = uuidv7();
    const groupId = uuidv7();
    await api.db.insertInto('department').values({ id: departmentId, name: 'Audit' }).execute();
    await api.db.insertInto('clientGroup').values({ id: groupId, name: 'Family' }).execute();
    const all = await some(3, { tags: ['a', 'b'], executiveIds: [executive.id] });
    const before = await open(all[0]?.id ?? '');
    const changes: [Change, object][] = [
      [{ field: 'manager', id: manager.id }, { manager: { id: manager.id } }],
      [
        { field: 'executives', add: [manager.id], remove: [executive.id] },
        { executives: [{ id: manager.id }] },
      ],
      [{ field: 'departments', add: [departmentId] }, { departments: [{ id: departmentId }] }],
      [{ field: 'group', id: groupId }, { group: { id: groupId } }],
      [{ field: 'tags', add: ['c'], remove: ['a'] }, { tags: ['b', 'c'] }],
      [{ field: 'paymentTerms', days: 7 }, { paymentTermsDays: 7 }],
      [
        { field: 'reminders', reminders: 'paused', remindersPausedUntil: '2199-01-31' },
        { reminders: 'paused', remindersPausedUntil: '2199-01-31' },
      ],
      [{ field: 'docLocale', language: 'ja' }, { docLocale: 'ja' }],
    ];
    for (const [asked, expected] of changes) {
      const selection = { ids: idsOf(all), change: asked };
      expect(await admin.call(clientBulk.preview, selection)).toEqual({ changes: 3, leftOut: [] });
      const id = await change(all, asked);
      expect(await outcomeOf(id)).toEqual({ done: 3, refused: 0, skipped: 0 });
      for (const one of all) expect(await open(one.id)).toMatchObject(expected);
      expect(await admin.call(clientBulk.preview, selection)).toMatchObject({
        changes: 0,
        leftOut: [{ reason: 'SAME', count: 3 }],
      });
      expect(await admin.refused(clientBulk.change, selection)).toMatchObject({
        errors: { ids: [{ code: 'REQUIRED' }] },
      });
      expect(await outcomeOf(await undo(id))).toEqual({ done: 3, refused: 0, skipped: 0 });
      const { version: _version, ...now } = await open(before.id);
      expect(now).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'version')));
    }
  });

  it('hands clients to another relationship manager: the scope of the former one ends at once', async () => {
    const [former, next] = [await api.as({ userType: 'crm' }), await api.as({ userType: 'crm' })];
    for (let made = 0; made < 30; made += 1) await makeClient(api.db, { entityId, crmId: former.id });
    const selection = { filter: { crm: former.id }, change: { field: 'crm' as const, id: next.id } };
    const key = uuidv7();
    const one = await former.call(clientBulk.change, selection, { key });
    const again = await former.call(clientBulk.change, selection, { key });
    expect(again).toEqual(one);
    expect([await seen(former), await seen(next)]).toEqual([30, 0]);
    await work();
    expect(await outcomeOf(one.id, former)).toEqual({ done: 30, refused: 0, skipped: 0 });
    expect([await seen(former), await seen(next)]).toEqual([0, 30]);
    // One notification for all of them.
    expect((await next.call(notifications.list, {})).rows).toMatchObject([
      { kind: 'clients_handed_over', params: { count: 30 } },
    ]);
    // Out of their scope by now, the former manager can still take it back.
    await undo(one.id, former);
    expect([await seen(former), await seen(next)]).toEqual([30, 0]);
  });

  it('tells the new relationship manager of the clients that they really got, and nobody of its undo', async () => {
    const [former, next] = [await api.as({ userType: 'crm' }), await api.as({ userType: 'crm' })];
    for (let made = 0; made < 12; made += 1) await makeClient(api.db, { entityId, crmId: former.id });
    const before = await told(former);
    const selection = { filter: { crm: former.id }, change: { field: 'crm' as const, id: next.id } };
    const stopped = await admin.call(clientBulk.change, selection);
    await admin.call(jobs.cancel, { id: stopped.id });
    await work();
    expect(await told(next)).toEqual([]);

    const [changed] = (await admin.call(clients.list, { filter: { crm: former.id } })).rows;
    const { id } = await admin.call(clientBulk.change, selection);
    await api.ownerPool.query('update client set version = version + 1 where id = $1', [changed?.id]);
    await work();
    expect(await told(next)).toEqual([['clients_handed_over', 11]]);
    await undo(id);
    expect([await seen(former), await told(former)]).toEqual([12, before]);
  });

  it('is undone only where nobody has changed the client since, only by its author, and only for a short time', async () => {
    const [first, second] = await some(2);
    const all = [first, second].filter((one) => one !== undefined);
    const id = await change(all, { field: 'tags', add: ['x'] });
    const now = await open(first?.id ?? '');
    await change([now], { field: 'paymentTerms', days: 3 });
    expect((await crm.refused(clientBulk.undo, { id })).code).toBe('NOT_FOUND');
    expect(await outcomeOf(await undo(id))).toEqual({ done: 1, refused: 1, skipped: 0 });
    expect([(await open(first?.id ?? '')).tags, (await open(second?.id ?? '')).tags]).toEqual([['x'], []]);

    const late = await change(all, { field: 'docLocale', language: 'zh' });
    await api.ownerPool.query('alter table job disable trigger job_moves');
    await api.ownerPool.query(`update job set ended_at = ended_at - interval '16 seconds' where id = $1`, [
      late,
    ]);
    await api.ownerPool.query('alter table job enable trigger job_moves');
    expect((await admin.refused(clientBulk.undo, { id: late })).code).toBe('STATE_NOT_ALLOWED');
    const waiting = await admin.call(clientBulk.change, {
      ids: idsOf(all),
      change: { field: 'docLocale', language: 'fr' },
    });
    expect((await admin.refused(clientBulk.undo, { id: waiting.id })).code).toBe('STATE_NOT_ALLOWED');
    await work();
  });

  it('refuses single clients, and leaves out who pays for the group', async () => {
    const [payer, member, moved] = await some(3);
    const groupId = uuidv7();
    await api.db.insertInto('clientGroup').values({ id: groupId, name: 'Payers' }).execute();
    const all = [payer, member, moved].filter((one) => one !== undefined);
    await change(
      [payer, member].filter((one) => one !== undefined),
      { field: 'group', id: groupId },
    );
    await api.db
      .updateTable('clientGroup')
      .set({ payerClientId: payer?.id ?? '' })
      .where('id', '=', groupId)
      .execute();
    expect(
      await admin.call(clientBulk.preview, { ids: idsOf(all), change: { field: 'group', id: null } }),
    ).toEqual({
      changes: 1,
      leftOut: [
        { reason: 'SAME', count: 1, some: [{ id: moved?.id, label: moved?.name }] },
        { reason: 'PAYS', count: 1, some: [{ id: payer?.id, label: payer?.name }] },
      ],
    });
    const { id } = await admin.call(clientBulk.change, {
      ids: idsOf(all),
      change: { field: 'paymentTerms', days: 9 },
    });
    const now = await open(moved?.id ?? '');
    await admin.call(clients.deactivate, { id: now.id, reason: 'Closed' }, { version: now.version });
    await work();
    expect(await outcomeOf(id)).toEqual({ done: 2, refused: 1, skipped: 0 });
    const { rows } = await admin.call(jobs.items, { id, filter: { status: 'refused' } });
    expect(rows).toMatchObject([{ subject: { id: now.id }, refusal: { code: 'VERSION_CONFLICT' } }]);

    const gone = await api.as({ userType: 'executive' });
    const wrong: ClientChange = { field: 'crm', id: gone.id };
    expect(await admin.refused(clientBulk.change, { ids: idsOf(all), change: wrong })).toMatchObject({
      code: 'REFERENCE_UNKNOWN',
      errors: { 'change.id': [{ code: 'REFERENCE_UNKNOWN' }] },
    });
    const stranger = await api.as({ userType: 'crm', scope: 'own' });
    expect(
      await stranger.call(clientBulk.preview, { ids: idsOf(all), change: { field: 'tags', add: ['y'] } }),
    ).toEqual({
      changes: 0,
      leftOut: [],
    });
  });

  it('refuses a client that would have more tags than its form takes', async () => {
    const full = await some(1, { tags: Array.from({ length: 20 }, (_none, no) => `tag ${no}`) });
    const all = [...full, ...(await some(1))];
    const id = await change(all, { field: 'tags', add: ['more'] });
    expect(await outcomeOf(id)).toEqual({ done: 1, refused: 1, skipped: 0 });
    const { rows } = await admin.call(jobs.items, { id, filter: { status: 'refused' } });
    expect(rows).toMatchObject([{ subject: { id: full[0]?.id }, refusal: { code: 'INPUT_INVALID' } }]);
    expect((await open(full[0]?.id ?? '')).tags).toHaveLength(20);
    const other = await change(full, { field: 'tags', add: ['more'], remove: ['tag 0'] });
    expect(await outcomeOf(other)).toEqual({ done: 1, refused: 0, skipped: 0 });
  });

  it('deactivates with a reason, and the undo resumes the series that paused', async () => {
    const fixture = await openSeriesFixture(api.db);
    const { clientId } = fixture;
    const [running, paused] = [await fixture.invoice(monthly), await fixture.invoice(monthly)];
    await api.db
      .updateTable('series')
      .set({ status: 'paused', pausedFor: 'person' })
      .where('id', '=', paused)
      .execute();
    const statusOf = async (id: string) =>
      (await api.db.selectFrom('series').select('status').where('id', '=', id).executeTakeFirst())?.status;
    const { id } = await admin.call(clientBulk.deactivate, { ids: [clientId], reason: 'Moved away' });
    await work();
    expect(await open(clientId)).toMatchObject({ status: 'inactive', statusReason: 'Moved away' });
    expect(await statusOf(running)).toBe('paused');
    expect(await admin.call(clientBulk.preview, { ids: [clientId] })).toMatchObject({
      leftOut: [{ reason: 'SAME' }],
    });
    await undo(id);
    expect(await open(clientId)).toMatchObject({ status: 'active', inactiveOn: null, statusReason: null });
    expect([await statusOf(running), await statusOf(paused)]).toEqual(['active', 'paused']);
  });
});
