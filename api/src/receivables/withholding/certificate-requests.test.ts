import { createTransport } from 'nodemailer';
import { uuidv7 } from 'uuidv7';
import { notifications } from '@daybook/contracts/notifications';
import { clientMailEndpoints } from '@daybook/contracts/receivables/mails/client-mails';
import { followUpHistory } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { certificateRequests } from '@daybook/contracts/receivables/withholding/certificate-requests';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { openWithholding } from '../../../test/fixtures/withholding-fixture.ts';
import type { WithholdingFixture } from '../../../test/fixtures/withholding-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { doJobs, noTurn } from '../../jobs/do-jobs.ts';
import { sendDueMail } from '../../mail/send-mail.ts';
import { kindsOfJobs } from '../../start-jobs.ts';

let api: TestApi;
let admin: Caller;
let fixture: WithholdingFixture;
let mailServer: MailServer;
let transport: Parameters<typeof sendDueMail>[1];

beforeAll(async () => {
  mailServer = await startMailServer();
  transport = createTransport(mailServer.url);
  api = await startTestApi(undefined, { SMTP_URL: mailServer.url });
  admin = await api.as({ userType: 'super_admin' });
  fixture = await openWithholding(api, admin);
  await api.ownerPool.query(`update billing_entity set regime = 'IN' where id = $1`, [fixture.entityId]);
});
afterAll(async () => {
  transport.close();
  await mailServer.stop();
  await api.stop();
});
afterEach(() => api.ownerPool.query('update installation set held_since = null'));

async function contact(clientId: string, name: string): Promise<void> {
  const id = uuidv7();
  await api.db
    .insertInto('contact')
    .values({ id, name, email: `${name}@acme.test` })
    .execute();
  await api.db
    .insertInto('clientContact')
    .values({ clientId, contactId: id, no: 1, roles: ['billing'] })
    .execute();
}

/** A client with somebody to write to, from which tax of the first quarter was withheld. */
async function deductor(name: string, tax = 1000): Promise<string> {
  const clientId = await fixture.client({ name });
  await contact(clientId, name.toLowerCase());
  await fixture.withheld(clientId, tax);
  return clientId;
}

const one = (clientId: string) => ({ clientId, entityId: fixture.entityId });
const preview = (clientIds: string[]) => admin.call(certificateRequests.preview, { clientIds });
const mailsTo = async (clientId: string) =>
  (
    await api.ownerPool.query<{ id: string; body: string }>(
      `select id, body from client_mail where client_id = $1 and kind = 'certificate_request' order by id`,
      [clientId],
    )
  ).rows;
const codeOf = async (clientId: string, caller = admin) =>
  (await caller.refused(certificateRequests.send, { id: uuidv7(), ...one(clientId) })).code;
const work = () => doJobs(api.db, { kinds: kindsOfJobs, canMail: true, turn: noTurn() });

describe('a request for certificates', () => {
  it('shows before it is sent who is asked for what, and why others are not', async () => {
    const clientId = await deductor('Hydra');
    const proved = await fixture.client({ name: 'Proved' });
    await contact(proved, 'proved');
    const { entry } = await fixture.withheld(proved, 500);
    await admin.call(
      withholdingCertificates.create,
      fixture.certificate(proved, { amount: 500, matches: [{ entryId: entry.id, amount: 500 }] }),
    );
    const running = await fixture.client({ name: 'Running' });
    await contact(running, 'running');
    await fixture.withheld(running, 300, { receiptDate: new Date().toISOString().slice(0, 10) });
    const silent = await fixture.client({ name: 'Silent' });
    await fixture.withheld(silent, 200);
    const { rows, canMail, isMore } = await preview([silent, running, proved, clientId]);
    expect([canMail, isMore]).toEqual([true, false]);
    expect(
      rows.map(({ client, why, sentTo, totals }) => [client.label, why, sentTo, totals[0]?.amount]),
    ).toEqual([
      ['Hydra', null, ['hydra@acme.test'], 1000],
      ['Proved', 'NOTHING_AWAITED', ['proved@acme.test'], undefined],
      ['Running', 'QUARTER_RUNS', ['running@acme.test'], undefined],
      ['Silent', 'NO_MAIL_ADDRESS', [], 200],
    ]);
    expect(rows[0]).toMatchObject({
      entity: { id: fixture.entityId },
      entries: [{ section: '194J', fy: '2026-27', quarter: 1, open: 1000 }],
      lastAskedOn: null,
    });
    // Without a choice, all clients whose certificate is late.
    const late = await admin.call(certificateRequests.preview, { entityId: fixture.entityId });
    expect(late.rows.map(({ client }) => client.label)).toEqual(expect.arrayContaining(['Hydra', 'Silent']));
    expect(late.rows.map(({ client }) => client.label)).not.toContain('Proved');
  });

  it('asks for Form 16A in India, goes out once however often it is sent, and is kept in the client’s history', async () => {
    const clientId = await deductor('Once', 1234_56);
    const { entry } = await fixture.withheld(clientId, 1000);
    await admin.call(
      withholdingEntries.dispute,
      { id: entry.id, note: 'Less by their books' },
      { version: entry.version },
    );
    const draft = await admin.call(certificateRequests.read, one(clientId));
    expect(draft.subject).toContain('Form 16A');
    expect(draft.body).toContain('TRACES');
    expect(draft.body).toMatch(/2026-27, Q1 · .* · 194J · .*1,234\.56 · .*1,234\.56/);
    expect(draft.entries).toHaveLength(1);

    const id = uuidv7();
    await Promise.all([1, 2].map(() => admin.call(certificateRequests.send, { id, ...one(clientId) })));
    const [mail, ...more] = await mailsTo(clientId);
    expect(more).toEqual([]);
    expect(mail?.body).toBe(draft.body);
    await sendDueMail(api.db, transport, 'office@firm.test');
    expect(mailServer.received.at(-1)?.to).toEqual(['once@acme.test']);
    const { rows } = await admin.call(followUpHistory.list, { id: clientId });
    expect(rows).toMatchObject([
      { kind: 'certificate_request', document: { kind: 'client_mail', id: mail?.id, label: draft.subject } },
      { kind: 'receipt' },
      { kind: 'receipt' },
    ]);
    expect(await admin.call(clientMailEndpoints.open, { id: mail?.id ?? '' })).toMatchObject({
      kind: 'certificate_request',
      level: null,
      status: 'delivered',
      sentTo: ['once@acme.test'],
    });
    // Another press is another mail, and the preview says when the last one went out.
    await admin.call(certificateRequests.send, { id: uuidv7(), ...one(clientId) });
    expect(await mailsTo(clientId)).toHaveLength(2);
    expect((await preview([clientId])).rows[0]?.lastAskedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('asks in other countries for a certificate of tax withheld, in the client’s language', async () => {
    const entityId = await makeEntity(api.db);
    const billing = await openBillingFixture(api, admin, { entityId });
    const clientId = await makeClient(api.db, { entityId, crmId: admin.id });
    await api.ownerPool.query(`update client set doc_locale = 'fr' where id = $1`, [clientId]);
    await contact(clientId, 'claire');
    await fixture.withheld(clientId, 1000, { ...billing.receipt(9000), clientId, withheld: 1000 });
    const { subject, body } = await admin.call(certificateRequests.read, { clientId, entityId });
    expect(subject).toMatch(/^Attestation de retenue à la source, /);
    expect(body).toContain('2026, T');
    expect(body).not.toContain('16A');
  });

  it('is refused where nothing is awaited, nobody can be written to, or the client is out of scope', async () => {
    const silent = await fixture.client({ name: 'Nobody' });
    await fixture.withheld(silent, 200);
    const stranger = await fixture.client({ name: 'Stranger' });
    const running = await fixture.client({ name: 'Still running' });
    await contact(running, 'still');
    await fixture.withheld(running, 300, { receiptDate: new Date().toISOString().slice(0, 10) });
    expect(await codeOf(silent)).toBe('ADDRESSEE_REQUIRED');
    expect(await codeOf(running)).toBe('CERTIFICATE_NOT_AWAITED');
    expect(await codeOf(stranger)).toBe('NOT_FOUND');
    const other = await api.as({ userType: 'crm', scope: 'own', keys: ['receipts.view', 'receipts.add'] });
    expect(await codeOf(silent, other)).toBe('NOT_FOUND');
    expect((await other.call(certificateRequests.preview, {})).rows).toEqual([]);
    const reader = await api.as({ userType: 'crm', scope: 'all', keys: ['receipts.view'] });
    expect(await codeOf(silent, reader)).toBe('PERM_DENIED');
  });
});

it('many clients are asked in a job with a result for each, which is held after a restore and sends each mail once', async () => {
  const [first, second] = [await deductor('First'), await deductor('Second')];
  const silent = await fixture.client({ name: 'Unreachable' });
  await fixture.withheld(silent, 200);
  const key = uuidv7();
  const start = () =>
    admin.call(certificateRequests.start, { items: [one(first), one(second), one(silent)] }, { key });
  const [{ id }, again] = [await start(), await start()];
  expect(again).toEqual({ id });
  await api.ownerPool.query('update installation set held_since = now()');
  await work();
  expect(await mailsTo(first)).toEqual([]);
  await api.ownerPool.query('update installation set held_since = null');
  await Promise.all([work(), work()]);
  expect([(await mailsTo(first)).length, (await mailsTo(second)).length]).toEqual([1, 1]);
  const { rows } = await api.ownerPool.query<{ status: string; code: string | null }>(
    `select status, refusal ->> 'code' as code from job_item where job_id = $1 order by no`,
    [id],
  );
  expect(rows).toEqual([
    { status: 'done', code: null },
    { status: 'done', code: null },
    { status: 'refused', code: 'ADDRESSEE_REQUIRED' },
  ]);
  expect((await admin.call(notifications.list, {})).rows[0]).toMatchObject({
    kind: 'certificate_requests_sent',
    params: { done: 2, refused: 1 },
    record: { kind: 'job', id },
  });
});
