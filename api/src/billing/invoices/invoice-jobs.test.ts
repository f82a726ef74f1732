import { unzipSync } from 'fflate';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { invoiceJobs } from '@daybook/contracts/billing/invoices/invoice-jobs';
import type { InvoiceJobRecord } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { notifications } from '@daybook/contracts/notifications';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { eventually } from '../../../test/installation.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { openDatabase } from '../../db/database.ts';
import { purgeAttachments } from '../../files/store-attachment.ts';
import { requestOf } from '../../http/request-of.ts';
import { doJobs, noTurn } from '../../jobs/do-jobs.ts';
import { purgeJobs } from '../../jobs/request-job.ts';
import { kindsOfJobs } from '../../start-jobs.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling(
    { userType: 'super_admin' },
    { SMTP_URL: 'smtp://127.0.0.1:1' },
  ));
  const id = uuidv7();
  await api.db.insertInto('contact').values({ id, name: 'Ada', email: 'ada@acme.test' }).execute();
  await api.db
    .insertInto('clientContact')
    .values({ clientId: fixture.clientId, contactId: id, no: 0, roles: ['billing'] })
    .execute();
});
afterAll(() => api.stop());

const doing = (stop?: AbortSignal) => ({
  kinds: kindsOfJobs,
  canMail: true,
  turn: noTurn(),
  ...(stop && { stop }),
});
const work = () => doJobs(api.db, doing());
const seen = (drafts: readonly Invoice[]) => ({
  invoices: drafts.map(({ id, version }) => ({ id, version })),
});
const drafts = (count: number, more = {}) =>
  Promise.all(Array.from({ length: count }, () => fixture.draft(1_000, more)));
const counts = ({ status, all, done, refused, skipped }: InvoiceJobRecord) => [
  status,
  all,
  done,
  refused,
  skipped,
];
const codes = ({ items }: InvoiceJobRecord) => items.map(({ status, refusal }) => refusal?.code ?? status);
const open = (id: string, caller = admin) => caller.call(invoiceJobs.open, { id });
const mailsOf = async (id: string) => (await admin.call(invoiceMails.list, { id })).rows;

describe('a job that issues invoices', () => {
  it('issues them by date after the reply, and notifies its starter', async () => {
    const [late, early] = [
      await fixture.draft(1_000, { issueDate: '2026-03-05' }),
      await fixture.draft(1_000),
    ];
    const { id } = await admin.call(invoiceJobs.issue, seen([late, early]));
    expect(await open(id)).toMatchObject({ kind: 'issue', status: 'waiting', all: 2, done: 0 });
    expect(await work()).toBe(2);
    const job = await open(id);
    expect(counts(job)).toEqual(['done', 2, 2, 0, 0]);
    expect(job.items.map(({ invoiceId }) => invoiceId)).toEqual([early.id, late.id]);
    const [first, second] = job.items.map(({ invoice }) => invoice?.number ?? '');
    expect((first ?? '') < (second ?? '')).toBe(true);
    expect((await admin.call(notifications.list, {})).rows[0]).toMatchObject({
      kind: 'invoices_issued',
      params: { done: 2, refused: 0 },
      record: { kind: 'invoice_job', id },
    });
    expect((await admin.call(invoiceJobs.list, {})).rows[0]).toMatchObject({ id, status: 'done', done: 2 });
    const { rows } = await api.ownerPool.query(
      `select actor_id from audit_event where entity_id = $1 and action = 'invoices.issue'`,
      [early.id],
    );
    expect(rows[0]).toEqual({ actor_id: admin.id });
  });

  it('has a result for each: the reason of a refusal, or a skip if another person issued it', async () => {
    const [good, edited, gone, issued] = (await drafts(4)) as [Invoice, Invoice, Invoice, Invoice];
    const { id } = await admin.call(invoiceJobs.issue, {
      invoices: [
        ...seen([issued, good]).invoices,
        { id: edited.id, version: 2 },
        { id: gone.id, version: 1 },
        { id: uuidv7(), version: 1 },
      ],
    });
    await admin.call(invoices.issue, { id: issued.id }, { version: 1 });
    await admin.call(invoices.remove, { id: gone.id }, { version: 1 });
    await work();
    const job = await open(id);
    expect(counts(job)).toEqual(['done', 5, 1, 3, 1]);
    expect(codes(job)).toEqual(['skipped', 'done', 'VERSION_CONFLICT', 'NOT_FOUND', 'NOT_FOUND']);
    expect(job.items[2]?.refusal?.message).toMatch(/\w/);
    expect(job.items[3]).toMatchObject({ invoice: null });
  });

  it('issues each once, however often it is requested and however many servers run', async () => {
    const many = await drafts(12);
    const request = requestOf(invoiceJobs.issue, seen(many), { key: uuidv7() });
    const [one, again] = [await admin.inject(request), await admin.inject(request)];
    expect(again.json()).toEqual(one.json());
    const other = await admin.call(invoiceJobs.issue, seen(many));
    await Promise.all([work(), work(), work()]);
    const { id } = one.json<{ data: { id: string } }>().data;
    const jobs = [await open(id), await open(other.id)];
    expect(jobs.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(jobs.reduce((sum, { done }) => sum + done, 0)).toBe(12);
    expect(jobs.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(12);
    const { rows } = await api.ownerPool.query('select from number_gap');
    expect(rows).toEqual([]);
  });

  it('finishes even if its connections are cut repeatedly', async () => {
    const { id } = await admin.call(invoiceJobs.issue, seen(await drafts(20)));
    const servers = [1, 2].map(() => openDatabase(api.urls.app, pino({ level: 'silent' }), 2));
    const over = new AbortController();
    const at = servers.map(async ({ db }) => {
      while (!over.signal.aborted) await doJobs(db, doing(over.signal)).catch(() => undefined);
    });
    // Each cut comes after some progress since the previous one.
    let done = 0;
    try {
      for (let cuts = 0; cuts < 4; cuts += 1) {
        done = await eventually(async () => {
          const job = await open(id);
          if (job.done === done && job.status !== 'done') throw new Error('nothing done yet');
          return job.done;
        });
        await api.appPool.query(
          // In this database only: the tables of all test databases have the same ids.
          `select pg_terminate_backend(held.pid) from pg_locks held join pg_database own on own.oid = held.database
           where own.datname = current_database() and held.relation = 'job'::regclass and held.mode = 'RowShareLock'`,
        );
      }
      await eventually(async () => expect((await open(id)).status).toBe('done'));
    } finally {
      over.abort();
      await Promise.all([...at, ...servers.map((server) => server.close())]);
    }
    const job = await open(id);
    expect(counts(job)).toEqual(['done', 20, 20, 0, 0]);
    const numbers = job.items.map(({ invoice }) => invoice?.number ?? '');
    expect(new Set(numbers).size).toBe(20);
    expect(numbers).toEqual(numbers.toSorted());
    expect((await api.ownerPool.query('select from number_gap')).rows).toEqual([]);
    const told = (await admin.call(notifications.list, {})).rows;
    expect(told.filter(({ record }) => record?.id === id)).toHaveLength(1);
  });

  it('uses the permissions that its starter has when an item is processed', async () => {
    const clerk = await api.as({
      userType: 'manager',
      scope: 'all',
      keys: ['invoices.add', 'invoices.view'],
    });
    const ask = async () => (await clerk.call(invoiceJobs.issue, seen(await drafts(2)))).id;
    const outcome = async (id: string) => {
      await work();
      return codes(await open(id));
    };
    const set = (what: string) => api.ownerPool.query(`${what} = '${clerk.id}'`);
    const narrowed = await ask();
    await set(`update app_user set scope = 'own' where id`);
    expect(await outcome(narrowed)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect((await open(narrowed, clerk)).items.map(({ invoice }) => invoice)).toEqual([null, null]);
    await set(`update app_user set scope = 'all' where id`);
    const denied = await ask();
    await set(`delete from user_grant where key = 'invoices.add' and user_id`);
    expect(await outcome(denied)).toEqual(['PERM_DENIED', 'PERM_DENIED']);
    await api.ownerPool.query(`insert into user_grant (user_id, key) values ($1, 'invoices.add')`, [
      clerk.id,
    ]);
    const left = await ask();
    await set(`update app_user set status = 'deactivated' where id`);
    expect(await outcome(left)).toEqual(['PERM_DENIED', 'PERM_DENIED']);
  });

  it('stops when it is cancelled', async () => {
    const { id } = await admin.call(invoiceJobs.issue, seen(await drafts(2)));
    const before = (await admin.call(notifications.list, {})).rows[0]?.id;
    await admin.call(invoiceJobs.cancel, { id });
    expect(await work()).toBe(0);
    expect(counts(await open(id))).toEqual(['cancelled', 2, 0, 0, 0]);
    expect((await admin.call(notifications.list, {})).rows[0]?.id).toBe(before);
    expect((await admin.refused(invoiceJobs.cancel, { id })).code).toBe('STATE_NOT_ALLOWED');
  });
});

describe('a job that sends invoices', () => {
  it('sends each once, and names the invoices without an addressee', async () => {
    const issued = await fixture.issued(1_000);
    const stranger = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
    const without = await fixture.issued(1_000, { clientId: stranger });
    const ids = [issued.id, without.id, (await fixture.draft(1_000)).id];
    const jobs = [await admin.call(invoiceJobs.send, { ids }), await admin.call(invoiceJobs.send, { ids })];
    await Promise.all([work(), work()]);
    const [first, second] = [await open(jobs[0]?.id ?? ''), await open(jobs[1]?.id ?? '')];
    expect([first.done + second.done, first.skipped + second.skipped]).toEqual([1, 1]);
    expect(codes(first).slice(1)).toEqual(['ADDRESSEE_REQUIRED', 'STATE_NOT_ALLOWED']);
    expect(await mailsOf(issued.id)).toMatchObject([{ nth: 1, sentTo: ['ada@acme.test'] }]);
    await admin.call(invoiceJobs.send, { ids: [issued.id] });
    await work();
    expect((await mailsOf(issued.id)).map(({ nth }) => nth)).toEqual([2, 1]);
  });

  it('is refused if no mail server is set up', async () => {
    const plain = await startTestApi();
    try {
      const owner = await plain.as({ userType: 'super_admin' });
      expect((await owner.refused(invoiceJobs.send, { ids: [uuidv7()] })).code).toBe('MAIL_NOT_SET_UP');
    } finally {
      await plain.stop();
    }
  });
});

const zipOf = async (id: string, caller = admin) => {
  const { statusCode, rawPayload } = await caller.inject(requestOf(invoiceJobs.files, { id }, {}));
  return statusCode === 200 ? unzipSync(rawPayload) : statusCode;
};

describe('a job that prints invoices', () => {
  it('gives its starter one archive, within their scope, until it is purged', async () => {
    const issued = await fixture.issued(1_000);
    const [one, two] = await drafts(2);
    const { id } = await admin.call(invoiceJobs.pdf, { ids: [issued.id, one?.id ?? '', two?.id ?? ''] });
    expect(await zipOf(id)).toBe(404);
    await work();
    const files = (await zipOf(id)) as Record<string, Uint8Array>;
    expect(Object.keys(files).toSorted()).toEqual(
      [`${issued.number.replaceAll('/', '-')}.pdf`, 'draft (2).pdf', 'draft.pdf'].toSorted(),
    );
    for (const bytes of Object.values(files))
      expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');

    await purgeJobs(api.db);
    await purgeAttachments(api.db);
    expect(await open(id)).toMatchObject({ hasFiles: true });
    const later = async (days: number) => {
      await api.ownerPool.query('alter table job disable trigger user');
      await api.ownerPool.query('update job set ended_at = now() - $2::interval where id = $1', [
        id,
        `${days} days`,
      ]);
      await api.ownerPool.query('alter table job enable trigger user');
      await purgeJobs(api.db);
      await purgeAttachments(api.db);
    };
    await later(8);
    expect(await open(id)).toMatchObject({ hasFiles: false, done: 3 });
    expect(await zipOf(id)).toBe(404);
    await later(91);
    expect((await admin.refused(invoiceJobs.open, { id })).code).toBe('NOT_FOUND');
  });

  it('is visible to its starter and to admins only', async () => {
    const issued = await fixture.issued(1_000);
    const [clerk, other] = [
      await api.as({ userType: 'manager', scope: 'all', keys: ['invoices.view'] }),
      await api.as({ userType: 'manager', scope: 'all', keys: allBut() }),
    ];
    const { id } = await clerk.call(invoiceJobs.pdf, { ids: [issued.id] });
    await work();
    expect([typeof (await zipOf(id, clerk)), typeof (await zipOf(id))]).toEqual(['object', 'object']);
    expect(await zipOf(id, other)).toBe(404);
    for (const endpoint of [invoiceJobs.open, invoiceJobs.cancel])
      expect((await other.refused(endpoint, { id })).code).toBe('NOT_FOUND');
    // A narrower scope also applies to the archive.
    await api.ownerPool.query(`update app_user set scope = 'own' where id = $1`, [clerk.id]);
    expect(await zipOf(id, clerk)).toBe(404);
  });
});

it('the database refuses changes to the results of a job', async () => {
  const { id } = await admin.call(invoiceJobs.issue, seen(await drafts(1)));
  const raw = (sql: string) => api.appPool.query(sql, [id]);
  await expect(raw(`update job set status = 'done', ended_at = now() where id = $1`)).rejects.toMatchObject({
    code: 'DB001',
  });
  // The lock of the refused statement is released shortly after the reply.
  await eventually(async () => {
    await work();
    expect((await open(id)).status).toBe('done');
  });
  for (const statement of [
    `update job set status = 'running', ended_at = null where id = $1`,
    `update job_item set status = 'waiting', done_at = null where job_id = $1`,
    `update job_item set status = 'skipped' where job_id = $1`,
  ])
    expect([
      statement,
      await raw(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    ]).toEqual([statement, 'DB001']);
});
