import { execFile } from 'node:child_process';
import path from 'node:path';
import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { account } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { password, registered, startOtherServer } from '../../test/fixtures/registered.ts';
import { storeSecret } from '../../test/fixtures/stored-secret.ts';
import { callerOf, startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { codeOf } from '../../test/totp-codes.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { sealedColumns } from './sealed-columns.ts';
import { secretBox } from './secret-box.ts';

const before = Buffer.alloc(32, 3);
const fresh = Buffer.alloc(32, 4);
const oldBox = secretBox(before);
const bothBox = secretBox(fresh, before);
const newBox = secretBox(fresh);

let api: TestApi;
let admin: Caller;
beforeEach(async () => {
  api = await startTestApi(undefined, { SECRET_KEY: before });
  admin = await api.as({ userType: 'super_admin' });
});
afterEach(() => api.stop());

/** Puts a secret into each column that has one, and returns the places in which they are. */
async function fill(): Promise<{ table: string; column: string; id: string }[]> {
  const places: { table: string; column: string; id: string }[] = [];
  for (const place of sealedColumns)
    places.push({ ...place, id: await storeSecret(api.ownerPool, oldBox, admin.id, place) });
  return places;
}

const readAll = (places: Awaited<ReturnType<typeof fill>>, box: typeof newBox) =>
  Promise.all(
    places.map(async ({ table, column, id }) => {
      const { rows } = await api.ownerPool.query<{ sealed: Buffer }>(
        `select ${column} as sealed from ${table} where id = $1`,
        [id],
      );
      return box.open(rows[0]?.sealed ?? Buffer.alloc(0), id).toString();
    }),
  );

it('encrypts every secret again, and twice does no harm', async () => {
  const places = await fill();
  const expected = places.map(({ table, column }) => `${table}.${column}`);
  expect(await rotateSecrets(api.urls.owner, bothBox)).toEqual({ sealed: 5, unread: 0 });
  expect(await readAll(places, newBox)).toEqual(expected);
  await expect(readAll(places, oldBox)).rejects.toThrow(/authenticate/);
  expect(await rotateSecrets(api.urls.owner, bothBox)).toEqual({ sealed: 5, unread: 0 });
  expect(await readAll(places, newBox)).toEqual(expected);
  const [row] = (await admin.call(auditLog.list, { filter: { kind: 'installation' } })).rows;
  const { changes } = await admin.call(auditLog.open, { no: row?.id ?? '' });
  expect(changes.map(({ label, after }) => [label, after])).toEqual([
    ['Secrets encrypted with a new key', { as: 'decimal', text: '5' }],
  ]);
});

it('changes nothing if it fails on the way', async () => {
  const places = await fill();
  await api.ownerPool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no space'; end $$;
    create trigger refuses before update on backup_setting for each row execute function refuse()`);
  await expect(rotateSecrets(api.urls.owner, bothBox)).rejects.toThrow('no space');
  expect(await readAll(places, oldBox)).toHaveLength(5);
});

it('leaves what neither key opens, and says how many', async () => {
  const places = await fill();
  const lost = secretBox(Buffer.alloc(32, 9)).seal(Buffer.from('lost'), admin.id);
  await api.ownerPool.query('update app_user set totp_pending = $1', [lost]);
  expect(await rotateSecrets(api.urls.owner, bothBox)).toEqual({ sealed: 4, unread: 1 });
  const others = places.filter(({ column }) => column !== 'totp_pending');
  expect(await readAll(others, newBox)).toHaveLength(4);
});

it('lets people with two factors sign in before, meanwhile and after', async () => {
  const nobody = callerOf(api.app, '', '');
  const { email, ...person } = await registered(api);
  const { secret } = await person.call(account.beginTotp, { password });
  const { recoveryCodes } = await person.call(account.confirmTotp, { otp: codeOf(secret, -1) });
  expect(recoveryCodes).toHaveLength(10);
  const signIn = async (server: Awaited<ReturnType<typeof startOtherServer>>) => {
    // Each code is accepted once.
    await api.ownerPool.query('update app_user set totp_last_step = null');
    await server.as(nobody).call(session.login, { email, password, otp: codeOf(secret) });
    await server.stop();
  };
  const both = { SECRET_KEY: fresh, SECRET_KEY_BEFORE: before };
  await signIn(await startOtherServer(api, both));
  await rotateSecrets(api.urls.owner, bothBox);
  await signIn(await startOtherServer(api, both));
  await signIn(await startOtherServer(api, { SECRET_KEY: fresh }));
});

const run = (keys: Record<string, string>, ...given: string[]) =>
  new Promise<{ code: number | null; said: string }>((done) => {
    const child = execFile(
      process.execPath,
      [path.join(__dirname, 'rotate-secret-command.ts'), ...given],
      { env: { PATH: process.env.PATH, DATABASE_URL: api.urls.app, ...keys } },
      (_error, stdout, stderr) => done({ code: child.exitCode, said: stdout + stderr }),
    );
  });

it('is a command that asks for both keys, and proposes a new one', async () => {
  const places = await fill();
  const SECRET_KEY = fresh.toString('base64');
  const alone = await run({ SECRET_KEY });
  expect(alone).toEqual({
    code: 2,
    said: expect.stringMatching(/^refused: two keys are needed.*\nSECRET_KEY=\S{44}\n/),
  });
  expect(await readAll(places, oldBox)).toHaveLength(5);
  const keys = { SECRET_KEY, SECRET_KEY_BEFORE: before.toString('base64') };
  expect(await run(keys, '--alone')).toEqual({
    code: 2,
    said: expect.stringContaining('stop Daybook first'),
  });
  expect(await readAll(places, oldBox)).toHaveLength(5);
  const both = await run(keys);
  expect(both).toMatchObject({
    code: 0,
    said: expect.stringContaining('5 secrets are encrypted with the new key'),
  });
  expect(await readAll(places, newBox)).toHaveLength(5);
});

it('knows of every column that could hold a secret', async () => {
  const { rows } = await api.ownerPool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.atttypid = 'bytea'::regtype
       and a.attnum > 0 and not a.attisdropped and a.attname !~ '(^|_)(hash|sha256|logo|photo|content|bytes)$'`,
  );
  // What the firm prints and stores, in the clear.
  const clear = new Set(['document_template.signature', 'reminder.letter']);
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !clear.has(name))
      .toSorted(),
  ).toEqual(sealed.toSorted());
});
