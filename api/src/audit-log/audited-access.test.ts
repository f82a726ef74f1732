import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { executives } from '@daybook/contracts/people/staff';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { pictureOf } from '../../test/files/pictures.ts';
import { makeEntity } from '../../test/fixtures/masters.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { openSession } from '../auth/sessions.ts';

let api: TestApi;
let owner: Caller;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Olga' });
});
afterAll(() => api.stop());

/** The lines of a command on a record, each with its fields. */
async function linesOf(kind: 'person' | 'billing_entity', recordId: string, action: string) {
  const { rows } = await owner.call(auditLog.list, { filter: { kind, recordId } });
  const lines = rows.filter((row) => row.action === action);
  return Promise.all(
    lines.map(async ({ id, act, by, record }) => {
      const { changes } = await owner.call(auditLog.open, { no: id });
      return {
        said: [by?.label, act, record?.label],
        changes: changes.map(({ label, before, after }) => [label, before?.as ?? null, after?.as ?? null]),
      };
    }),
  );
}

/** The token of a new session from a browser. */
const signedIn = (personId: string, browser: string) => openSession(api.db, personId, browser);

describe('access in the audit log', () => {
  it('is a new link that an admin gives to somebody, under that person and without the link', async () => {
    const bea = await api.as({ userType: 'executive', name: 'Bea' });
    const { link } = await owner.call(executives.reset, { id: bea.id });
    const made = (await linesOf('person', bea.id, 'executives.reset')).find(({ changes }) =>
      changes.some(([label]) => label === 'Valid until'),
    );
    expect(made).toEqual({
      said: ['Olga', 'created', 'Bea'],
      changes: expect.arrayContaining([
        ['Purpose', null, 'text'],
        ['Valid until', null, 'instant'],
      ]),
    });
    await owner.call(executives.reset, { id: bea.id });
    const again = await linesOf('person', bea.id, 'executives.reset');
    expect(again.flatMap(({ changes }) => changes)).toContainEqual(['Valid until', 'instant', 'instant']);
    const { rows } = await api.ownerPool.query<{ body: string }>(
      'select body::text as body from audit_event',
    );
    const token = (link ?? '').split('#')[1] ?? 'no link';
    const { rows: hashes } = await api.ownerPool.query<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from one_time_link`,
    );
    for (const secret of [token, ...hashes.map(({ hash }) => hash)])
      expect(rows.filter(({ body }) => body.includes(secret))).toEqual([]);
  });

  it('is the end of somebody’s sessions, as one line with their browsers', async () => {
    const cleo = await api.as({ userType: 'executive', name: 'Cleo' });
    await signedIn(cleo.id, 'Firefox on a train');
    expect(await owner.call(executives.endSessions, { id: cleo.id })).toEqual({ ended: 2 });
    const [line, ...more] = await linesOf('person', cleo.id, 'executives.endSessions');
    expect(more).toEqual([]);
    expect(line?.said).toEqual(['Olga', 'changed', 'Cleo']);
    expect(line?.changes.filter(([label]) => label === 'Ended at')).toHaveLength(2);
    expect(line?.changes).toContainEqual(['Browser', 'text', null]);
    await owner.call(executives.endSessions, { id: cleo.id });
    expect(await linesOf('person', cleo.id, 'executives.endSessions')).toHaveLength(1);
  });

  it('is the end of one’s other sessions, but not signing out', async () => {
    const dora = await api.as({ userType: 'executive', name: 'Dora' });
    await signedIn(dora.id, 'Safari at home');
    await dora.call(account.endOthers, {});
    expect(await linesOf('person', dora.id, 'account.endOthers')).toMatchObject([
      { said: ['Dora', 'changed', 'Dora'] },
    ]);
    const elsewhere = callerOf(api.app, dora.id, await signedIn(dora.id, 'Chrome'));
    await elsewhere.call(session.logout, {});
    expect(await linesOf('person', dora.id, 'auth.logout')).toEqual([]);
    expect(await elsewhere.refused(session.me, {})).toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  it('is followed by another logo of the same type', async () => {
    const id = await makeEntity(api.db);
    const put = (width: number | null) =>
      owner.call(billingEntities.putLogo, {
        id,
        image: width === null ? null : pictureOf('png', width, 20).toString('base64'),
      });
    await put(60);
    await put(80);
    await put(80);
    await put(null);
    expect(
      (await linesOf('billing_entity', id, 'billing-entities.putLogo')).map(({ changes }) => changes),
    ).toEqual([[['Logo', 'text', null]], [['Logo', 'text', 'text']], [['Logo', null, 'text']]]);
  });
});
