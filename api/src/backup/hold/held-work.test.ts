import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { session } from '@daybook/contracts/auth/session';
import { jobKinds } from '@daybook/contracts/jobs/jobs';
import { heldKinds, heldWork } from '@daybook/contracts/settings/backups/held-work';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { enqueueMail } from '../../mail/outbox.ts';

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'admin', name: 'Ada Lovelace' });
});
afterAll(() => api.stop());

const hold = () => api.ownerPool.query('update installation set held_since = clock_timestamp()');
const release = () => api.ownerPool.query('update installation set held_since = null');
afterEach(release);
const list = () => admin.call(heldWork.list, {});
const heldNow = async () => (await list()).kinds.map(({ kind }) => kind);

const mail = (no: number) => ({ key: `mail ${no}`, to: `p${no}@firm.test`, subject: 'Hello', body: '' });
/** What the database answers the API's role: `done`, or the code of its refusal. */
const asApi = async (sql: string): Promise<unknown> =>
  api.appPool.query(sql).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

// docs/rules.md#held-installation
describe('the work of a restored firm', () => {
  it('is held in all its kinds, each of which is let go by itself and only once', async () => {
    await hold();
    expect(await heldNow()).toEqual(heldKinds);
    const { kinds } = await admin.call(heldWork.letGo, { kind: 'reminders' });
    expect(kinds.map(({ kind }) => kind)).toEqual(heldKinds.filter((kind) => kind !== 'reminders'));
    expect(await admin.refused(heldWork.letGo, { kind: 'reminders' })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('is no longer held once its last kind has been let go, and the banner goes', async () => {
    await hold();
    const since = async () => (await admin.call(session.me, {})).heldSince;
    for (const kind of heldKinds) {
      expect(await since()).not.toBeNull();
      await admin.call(heldWork.letGo, { kind });
    }
    expect(await since()).toBeNull();
    expect(await list()).toEqual({ heldSince: null, kinds: [], nextNumbers: [] });
    expect(await admin.refused(heldWork.letGo, { kind: 'mails' })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('is let go in one step where nothing waits, and stays held where something does by then', async () => {
    await hold();
    await enqueueMail(api.db, mail(9));
    const kinds = [...heldKinds].filter((kind) => kind !== 'hours');
    const held = await admin.call(heldWork.letGoEmpty, { kinds });
    // The hours were not asked for, and reminders wait for nobody.
    expect(held.kinds.map(({ kind, count }) => [kind, count > 0])).toEqual([
      ['mails', true],
      ['hours', false],
    ]);
    expect(held.heldSince).not.toBeNull();
    expect(await admin.call(heldWork.letGoEmpty, { kinds })).toEqual(held);
    await api.ownerPool.query('update email_message set sent_at = now()');
    expect(await admin.call(heldWork.letGoEmpty, { kinds: [...heldKinds] })).toMatchObject({
      heldSince: null,
      kinds: [],
    });
  });

  it('is let go together with what another admin lets go at the same time', async () => {
    await hold();
    const halves = [heldKinds.slice(0, 6), heldKinds.slice(4)];
    await Promise.all(halves.map((kinds) => admin.call(heldWork.letGoEmpty, { kinds })));
    expect(await list()).toMatchObject({ heldSince: null, kinds: [] });
  });

  it('is shown with its number and its oldest day', async () => {
    await hold();
    for (const no of [1, 2, 3]) await enqueueMail(api.db, mail(no));
    await api.ownerPool.query(`update email_message set sent_at = now() where message_key = 'mail 3'`);
    await api.ownerPool.query(
      `update email_message set created_at = '2026-10-03 12:00Z' where message_key = 'mail 2'`,
    );
    expect((await list()).kinds).toContainEqual({ kind: 'mails', count: 2, oldest: '2026-10-03' });
    expect((await list()).kinds).toContainEqual({ kind: 'imports', count: 0, oldest: null });
  });

  it('comes with the next number of invoices, until the recurring ones are let go', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const fixture = await openBillingFixture(api, admin);
    const { number } = await fixture.issued(10_000, { issueDate: today, dueDate: today });
    await hold();
    expect(number).toMatch(/0001$/);
    expect((await list()).nextNumbers).toEqual([
      { entity: expect.any(String), number: number?.replace(/1$/, '2') },
    ]);
    expect((await admin.call(heldWork.letGo, { kind: 'recurring_invoices' })).nextNumbers).toEqual([]);
  });

  it('is in the audit log under whoever let it go', async () => {
    await hold();
    await admin.call(heldWork.letGo, { kind: 'cheques' });
    const { rows } = await admin.call(auditLog.list, {
      filter: { kind: 'installation', personId: admin.id },
    });
    const { by, action, changes } = await admin.call(auditLog.open, { no: Number(rows[0]?.id) });
    expect({ by, action }).toEqual({
      by: { id: admin.id, label: 'Ada Lovelace' },
      action: 'held-work.letGo',
    });
    expect(changes.map(({ label }) => label)).toEqual(['Held']);
    const [before, after] = [changes[0]?.before, changes[0]?.after].map((value) => JSON.stringify(value));
    expect(before).toContain('Post-dated cheques');
    expect(after).not.toContain('Post-dated cheques');
  });

  it('is let go by admins alone', async () => {
    await hold();
    for (const userType of ['manager', 'executive', 'crm'] as const) {
      const other = await api.as({ userType });
      expect(await other.refused(heldWork.letGo, { kind: 'mails' })).toMatchObject({ code: 'PERM_DENIED' });
      expect(await other.refused(heldWork.letGoEmpty, { kinds: ['mails'] })).toMatchObject({
        code: 'PERM_DENIED',
      });
      expect(await other.refused(heldWork.list, {})).toMatchObject({ code: 'PERM_DENIED' });
    }
    expect(await heldNow()).toEqual(heldKinds);
  });
});

describe('the database', () => {
  it('knows the same kinds as the page, and which jobs are imports', async () => {
    const { rows } = await api.ownerPool.query<{ kinds: string[] }>('select held_kinds() as kinds');
    expect(rows[0]?.kinds).toEqual(heldKinds);
    const imports = await api.ownerPool.query<{ kind: string }>(
      `select kind from job_kind where held_kind_of_job(kind) = 'imports' order by kind`,
    );
    expect(imports.rows.map(({ kind }) => kind)).toEqual(
      jobKinds.filter((kind) => kind.includes('import')).toSorted(),
    );
  });

  it('lets the API neither hold again what was let go nor end the hold at once', async () => {
    await hold();
    await admin.call(heldWork.letGo, { kind: 'hours' });
    expect(await asApi(`update installation set held = held || '{hours}'`)).toBe('DB001');
    expect(await asApi('update installation set held_since = null')).toBe('42501');
    expect(await heldNow()).not.toContain('hours');
  });

  it('holds everything again when a firm is restored that was still held in part', async () => {
    await hold();
    await admin.call(heldWork.letGo, { kind: 'hours' });
    await hold();
    expect(await heldNow()).toEqual(heldKinds);
  });
});
