import { auditChain } from '@daybook/contracts/audit-log/audit-log';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { sealAll } from '../../test/seal-all.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { doChainCheck } from './chain-checks.ts';

let api: TestApi;
let admin: Caller;

const quiet = { warn: () => undefined };
const doCheck = () => doChainCheck(api.db, quiet);

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada' });
  await admin.call(departments.create, { name: 'Audit' });
  await sealAll(api.db);
});
afterAll(() => api.stop());

/** Changes a row as a superuser of the database could. */
async function rename(name: string): Promise<void> {
  await api.ownerPool.query('alter table audit_event disable trigger user');
  await api.ownerPool.query(
    `update audit_event set body = jsonb_set(body, '{after,name}', $1) where entity = 'department'`,
    [JSON.stringify(name)],
  );
  await api.ownerPool.query('alter table audit_event enable trigger user');
}

const refusedInSql = (text: string) => api.appPool.query(text).catch((error: { code: string }) => error.code);

describe('the chain of the audit log', () => {
  it('is shown with its length and its head', async () => {
    const chain = await admin.call(auditChain.open, {});
    const { rows } = await api.ownerPool.query<{ seq: number; hash: string }>(
      `select seq, encode(hash, 'hex') as hash from audit_seal order by seq desc limit 1`,
    );
    expect(chain).toMatchObject({ sealed: rows[0]?.seq, head: { hash: rows[0]?.hash }, check: null });
  });

  it('is checked in the background, once for everyone who asks while the check runs', async () => {
    const other = await api.as({ userType: 'super_admin' });
    const [one, two] = await Promise.all([
      admin.call(auditChain.check, {}),
      other.call(auditChain.check, {}),
    ]);
    expect([one.status, two.status]).toEqual(['running', 'running']);
    expect(two.askedAt).toBe(one.askedAt);
    expect((await Promise.all([doCheck(), doCheck()])).filter(Boolean)).toHaveLength(1);
    const { check } = await admin.call(auditChain.open, {});
    expect(check).toMatchObject({ status: 'done', found: 0, findings: [] });
    expect(check?.sealed).toBeGreaterThan(0);
    expect(await doCheck()).toBe(false);
  });

  it('names a row that was altered, and is whole again when that is undone', async () => {
    await rename('Forged');
    await admin.call(auditChain.check, {});
    await doCheck();
    const { check } = await admin.call(auditChain.open, {});
    expect(check).toMatchObject({ by: 'Ada', status: 'done', found: 1, findings: [{ fault: 'altered' }] });
    await rename('Audit');
    await admin.call(auditChain.check, {});
    await doCheck();
    expect((await admin.call(auditChain.open, {})).check).toMatchObject({ found: 0 });
  });

  it('shows a row whose address was altered', async () => {
    const { rows } = await api.ownerPool.query<{ address: string }>(
      `select address from audit_event where entity = 'department'`,
    );
    expect(rows[0]?.address).toBe('127.0.0.1');
    await api.ownerPool.query('alter table audit_event disable trigger user');
    await api.ownerPool.query(`update audit_event set address = '10.0.0.1' where entity = 'department'`);
    await admin.call(auditChain.check, {});
    await doCheck();
    expect((await admin.call(auditChain.open, {})).check).toMatchObject({ found: 1 });
    await api.ownerPool.query(`update audit_event set address = '127.0.0.1' where entity = 'department'`);
    await api.ownerPool.query('alter table audit_event enable trigger user');
  });

  it('is given up after three interrupted checks', async () => {
    await admin.call(auditChain.check, {});
    await api.ownerPool.query('alter table audit_seal rename to audit_seal_away');
    for (let n = 0; n < 3; n += 1) await expect(doCheck()).rejects.toThrow('audit_seal');
    await api.ownerPool.query('alter table audit_seal_away rename to audit_seal');
    expect((await admin.call(auditChain.open, {})).check).toMatchObject({ status: 'failed', sealed: null });
    await admin.call(auditChain.check, {});
    expect(await doCheck()).toBe(true);
  });

  it('keeps the results of its checks', async () => {
    expect(await refusedInSql(`update audit_check set found = 0`)).toBe('DB001');
    expect(await refusedInSql(`delete from audit_check`)).toBe('42501');
    expect(await refusedInSql(`truncate audit_check`)).toBe('42501');
  });

  it('is for admins alone', async () => {
    const manager = await api.as({ userType: 'manager', keys: ['setting'] });
    expect(await manager.refused(auditChain.open, {})).toMatchObject({ httpStatus: 403 });
    expect(await manager.refused(auditChain.check, {})).toMatchObject({ httpStatus: 403 });
  });
});
