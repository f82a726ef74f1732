import { once } from 'node:events';
import { uuidv7 } from 'uuidv7';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { Refusal } from '@daybook/contracts/refusals';
import { begunBefore } from '../../test/begun-before.ts';
import { startBilling } from '../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../test/fixtures/masters.ts';
import { cellsOf } from '../../test/files/read-cells.ts';
import { allBut } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { whoIsAbsent } from '../auth/sessions.ts';
import { kindsOfJobs } from '../start-jobs.ts';
import { doJobs, noTurn } from './do-jobs.ts';
import type { Doing } from './do-jobs.ts';
import type { Item, JobKind } from './job-kind.ts';
import { makeJob } from './request-job.ts';
import type { Wanted } from './request-job.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());
beforeEach(() => api.ownerPool.query('delete from job'));

/** One lane whose jobs of this kind do something else. */
const laneOf = (run: JobKind['run']): Doing => ({
  kinds: { ...kindsOfJobs, invoice_pdf: { ...kindsOfJobs.invoice_pdf, run } },
  canMail: false,
  turn: noTurn(),
});

const start = async (wanted: readonly Wanted[], { id } = admin) =>
  (await makeJob(api.db, await whoIsAbsent(api.db, id), 'invoice_pdf', wanted)).id;
const some = (count: number): Wanted[] => Array.from({ length: count }, () => ({ subject: uuidv7() }));
const statusOf = async (id: string) => (await admin.call(jobs.open, { id })).status;

const isAlreadySo = ({ code }: Refusal) => code === 'ALREADY_SENT';
const idsOf = async (caller: Caller) => (await caller.call(jobs.list, {})).rows.map((row) => row.id);
const formatFor = (endpoint: Endpoint) => (endpoint === jobs.itemsExport ? { format: 'csv' } : {});

describe('several jobs', () => {
  it('take turns, so that a long one does not stop the others', async () => {
    const [long, short] = [await start(some(4)), await start(some(2))];
    const order: string[] = [];
    const lane = laneOf(async (_db, _user, { jobId, no }) => {
      order.push(`${jobId === long ? 'long' : 'short'} ${no}`);
      return {};
    });
    expect(await doJobs(api.db, lane)).toBe(6);
    expect(order).toEqual(['long 1', 'short 1', 'long 2', 'short 2', 'long 3', 'long 4']);
    expect([await statusOf(long), await statusOf(short)]).toEqual(['done', 'done']);
  });

  it('are done side by side: while an item of one takes long, another lane does the rest', async () => {
    const [slow, quick] = [await start(some(2)), await start(some(3))];
    const quickIsDone = new AbortController();
    const done: Item[] = [];
    const lane = laneOf(async (_db, _user, item) => {
      if (item.jobId === slow && !quickIsDone.signal.aborted) await once(quickIsDone.signal, 'abort');
      done.push(item);
      if (done.filter(({ jobId }) => jobId === quick).length === 3) quickIsDone.abort();
      return {};
    });
    await Promise.all([doJobs(api.db, lane), doJobs(api.db, lane)]);
    expect(done.map(({ jobId, no }) => [jobId, no])).toEqual([
      ...[1, 2, 3].map((no) => [quick, no]),
      ...[1, 2].map((no) => [slow, no]),
    ]);
    expect([await statusOf(slow), await statusOf(quick)]).toEqual(['done', 'done']);
  });

  it('are done once, also when a lane began to look before another one finished an item', async () => {
    const id = await start(some(2));
    const done: number[] = [];
    const [begun, finish, stop] = [new AbortController(), new AbortController(), new AbortController()];
    const one = laneOf(async (_db, _user, { no }) => {
      begun.abort();
      await once(finish.signal, 'abort');
      stop.abort();
      done.push(no);
      return {};
    });
    const other = laneOf(async (_db, _user, { no }) => {
      done.push(no);
      return {};
    });
    const first = doJobs(api.db, { ...one, stop: stop.signal });
    await once(begun.signal, 'abort');
    await begunBefore(
      api,
      () => doJobs(api.db, other),
      async () => {
        finish.abort();
        await first;
      },
    );
    expect(done).toEqual([1, 2]);
    expect(await statusOf(id)).toBe('done');
  });

  it('of a kind that a later release made are left to it', async () => {
    await api.ownerPool.query(`insert into job_kind values ('of_tomorrow', 'rights_changed', 'job')`);
    const id = await start(some(1));
    await api.ownerPool.query(`update job set kind = 'of_tomorrow' where id = $1`, [id]);
    expect(
      await doJobs(
        api.db,
        laneOf(async () => ({})),
      ),
    ).toBe(0);
    await api.ownerPool.query('delete from job');
    await api.ownerPool.query(`delete from job_kind where kind = 'of_tomorrow'`);
  });

  it('wait while the installation is held', async () => {
    const id = await start(some(1));
    await api.ownerPool.query('update installation set held_since = now()');
    expect(
      await doJobs(
        api.db,
        laneOf(async () => ({})),
      ),
    ).toBe(0);
    await api.ownerPool.query('update installation set held_since = null');
    expect(
      await doJobs(
        api.db,
        laneOf(async () => ({})),
      ),
    ).toBe(1);
    expect(await statusOf(id)).toBe('done');
  });
});

describe('an item', () => {
  it('brings what the request gave, once for each record and billing entity, and stores what it created', async () => {
    const { entityId, clientId } = fixture;
    const made = uuidv7();
    const id = await start([
      { subject: clientId, entityId, seen: 3, payload: { preview: 'abc' } },
      { subject: clientId, entityId, seen: 3, payload: { preview: 'abc' } },
      { subject: clientId },
    ]);
    const given: Item[] = [];
    await doJobs(
      api.db,
      laneOf(async (_db, _user, item) => {
        given.push(item);
        return item.entityId === null ? {} : { made };
      }),
    );
    expect(given).toMatchObject([
      { jobId: id, no: 1, subject: clientId, entityId, seen: 3, payload: { preview: 'abc' } },
      { jobId: id, no: 2, subject: clientId, entityId: null, seen: null, payload: {} },
    ]);
    const { rows } = await admin.call(jobs.items, { id });
    expect(rows).toMatchObject([
      { status: 'done', made, subject: { kind: 'client', id: clientId }, entity: { id: entityId } },
      { status: 'done', made: null, entity: null },
    ]);
  });

  it('is refused, skipped or done for itself, and the outcome is listed, counted, searched and exported', async () => {
    const beta = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id, name: 'Beta Lyon' });
    const invoice = await fixture.issued(1_000);
    const id = await start([{ subject: beta }, { subject: invoice.id }, { subject: uuidv7() }]);
    const run: JobKind['run'] = async (_db, _user, { subject }) => {
      if (subject === beta) throw new Refusal('ADDRESSEE_REQUIRED', {}, { to: [{ code: 'REQUIRED' }] });
      if (subject === invoice.id) throw new Refusal('ALREADY_SENT');
      return {};
    };
    const lane = laneOf(run);
    await doJobs(api.db, {
      ...lane,
      kinds: { ...lane.kinds, invoice_pdf: { ...lane.kinds.invoice_pdf, isAlreadySo } },
    });
    expect(await admin.call(jobs.open, { id })).toMatchObject({ all: 3, done: 1, refused: 1, skipped: 1 });
    const found = async (more: object) =>
      (await admin.call(jobs.items, { id, ...more })).rows.map(({ id: no, status }) => [no, status]);
    expect(await found({ filter: { status: 'refused' } })).toEqual([['1', 'refused']]);
    expect(await found({ filter: { status: ['skipped', 'done'] }, sort: '-no' })).toEqual([
      ['3', 'done'],
      ['2', 'skipped'],
    ]);
    expect(await found({ q: 'beta' })).toEqual([['1', 'refused']]);
    expect(await found({ q: invoice.number })).toEqual([['2', 'skipped']]);
    expect(await admin.call(jobs.itemsTotal, { id, filter: { status: 'done' } })).toMatchObject({ total: 1 });

    const listed = async (more: object) =>
      (await admin.call(jobs.list, more)).rows.map((row) => [row.id, row.refused]);
    expect(await listed({ q: 'beta' })).toEqual([[id, 1]]);
    expect(await listed({ q: 'gamma' })).toEqual([]);
    expect(await listed({ filter: { hasRefusals: 'true' } })).toEqual([[id, 1]]);
    expect(await listed({ filter: { hasRefusals: 'false' } })).toEqual([]);
    expect(await listed({ filter: { kind: 'invoice_issue' } })).toEqual([]);
    const { rawPayload } = await admin.inject({ url: `/api/v1/jobs/${id}/items/export?format=csv` });
    const cells = cellsOf(rawPayload.toString().replace(/^\uFEFF/, ''), ',');
    expect([0, 6, 12, 18].map((at) => cells.slice(at, at + 5))).toEqual([
      ['No.', 'Record', 'Client', 'Billing entity', 'Result'],
      ['1', '', 'Beta Lyon', '', 'Refused'],
      ['2', invoice.number, expect.any(String), '', 'Already done'],
      ['3', '', '', '', 'Done'],
    ]);
  });
});

describe('the page of one’s own jobs', () => {
  it('shows nobody else’s, and no record outside the scope; admins open any', async () => {
    const [clerk, other] = [
      await api.as({ userType: 'manager', scope: 'own', keys: ['invoices.view'] }),
      await api.as({ userType: 'manager', scope: 'all', keys: allBut() }),
    ];
    const id = await start([{ subject: fixture.clientId }], clerk);
    await doJobs(
      api.db,
      laneOf(async () => ({ made: uuidv7() })),
    );
    expect([await idsOf(clerk), await idsOf(other), await idsOf(admin)]).toEqual([[id], [], []]);
    expect((await clerk.call(jobs.items, { id })).rows).toMatchObject([{ subject: null, made: null }]);
    expect(await clerk.call(jobs.total, { q: 'a' })).toMatchObject({ total: 0 });
    expect((await admin.call(jobs.items, { id })).rows).toMatchObject([{ subject: { kind: 'client' } }]);
    for (const endpoint of [
      jobs.open,
      jobs.items,
      jobs.itemsTotal,
      jobs.itemsExport,
      jobs.cancel,
      jobs.files,
    ])
      expect((await other.refused(endpoint, { id, ...formatFor(endpoint) })).code).toBe('NOT_FOUND');
  });

  it('stops a job: what is done stays done, and the rest is left', async () => {
    const id = await start(some(3), admin);
    const lane = laneOf(async (_db, _user, { no }) => {
      if (no === 2) stop.abort();
      return {};
    });
    const stop = new AbortController();
    await doJobs(api.db, { ...lane, stop: stop.signal });
    await Promise.allSettled([admin.call(jobs.cancel, { id }), admin.call(jobs.cancel, { id })]);
    expect(await doJobs(api.db, lane)).toBe(0);
    expect(await admin.call(jobs.open, { id })).toMatchObject({ status: 'cancelled', done: 2, all: 3 });
    expect((await admin.refused(jobs.cancel, { id })).code).toBe('STATE_NOT_ALLOWED');
  });
});
