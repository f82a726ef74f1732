import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { ClientRequest } from 'node:http';
import type { ServerResponse } from 'node:http';
import { uuidv7 } from 'uuidv7';
import { backups, backupSettings } from '@daybook/contracts/settings/backups/backups';
import { box } from '../../../test/backups.ts';
import { startS3Server } from '../../../test/s3-server.ts';
import type { S3Server } from '../../../test/s3-server.ts';
import { startScheduledBackups, usualSchedule } from '../../../test/scheduled-backups.ts';
import type { Schedule, ScheduledBackups } from '../../../test/scheduled-backups.ts';
import { openBucket } from './bucket.ts';
import { doBackups } from './do-backups.ts';
import { backupPlace } from './place.ts';
import { requestScheduled } from './request-backup.ts';

jest.setTimeout(120_000);

const log = { warn: () => undefined };
let firm: ScheduledBackups;
let server: S3Server;
let bucket: Schedule;
let address: string;

beforeAll(async () => {
  [firm, server] = await Promise.all([startScheduledBackups(), startS3Server()]);
  const { endpoint, name, prefix, keyId, secret } = server.access;
  bucket = {
    ...usualSchedule,
    destination: 'bucket',
    bucketEndpoint: `${endpoint}/`,
    bucketName: name,
    bucketPrefix: `/${prefix}/`,
    bucketKeyId: keyId,
    bucketSecret: secret,
  };
  address = `${endpoint}/${name}/${prefix}`;
});
afterAll(async () => {
  await firm.stop();
  await server.stop();
});
afterEach(async () => {
  jest.restoreAllMocks();
  server.disturb(null);
  await firm.clear();
});

const save = (changes: Partial<Schedule> = {}) => firm.save({ ...bucket, ...changes });
const refused = async (changes: Partial<Schedule>) => {
  const { version } = await firm.admin.call(backupSettings.open, {});
  return (await firm.admin.refused(backupSettings.save, { ...bucket, ...changes }, { version })).errors;
};
const stored = async () => {
  const { rows } = await firm.api.ownerPool.query<{ bucket_secret: Buffer | null }>(
    'select bucket_secret from backup_setting',
  );
  return rows[0]?.bucket_secret;
};
/** The owner of the tables may create a database. */
const test = async (id: string) => {
  await firm.admin.call(backups.testRestore, { id });
  const place = backupPlace({ DATABASE_SCRATCH_URL: firm.api.urls.owner }, firm.api.urls.app, box);
  await doBackups(firm.api.db, place, log);
  return (await firm.list()).find((row) => row.id === id);
};

/** Sends half of the first piece of the answer, and nothing more. */
function fallSilent(response: ServerResponse): void {
  const write = response.write.bind(response);
  let isFirst = true;
  response.write = (piece: Uint8Array) => {
    if (isFirst) write(piece.subarray(0, piece.length / 2));
    isFirst = false;
    return true;
  };
  response.end = () => response;
}

describe('the bucket of the schedule', () => {
  it.each<[string, Partial<Schedule>, string, string]>([
    ['a bucket without a name', { bucketName: null }, 'bucketName', 'REQUIRED'],
    ['a key without its secret', { bucketSecret: null }, 'bucketSecret', 'REQUIRED'],
    [
      'an endpoint with a path',
      { bucketEndpoint: 'https://s3.example.com/firm' },
      'bucketEndpoint',
      'BUCKET_ENDPOINT_INVALID',
    ],
    [
      'an endpoint with a key in it',
      { bucketEndpoint: 'https://k:s@s3.example.com' },
      'bucketEndpoint',
      'BUCKET_ENDPOINT_INVALID',
    ],
    ['a name that no bucket has', { bucketName: 'Firm Backups' }, 'bucketName', 'BUCKET_NAME_INVALID'],
    ['a prefix that leads elsewhere', { bucketPrefix: 'a//b' }, 'bucketPrefix', 'BUCKET_PREFIX_INVALID'],
    ['a wrong secret', { bucketSecret: 'wrong' }, 'bucketKeyId', 'BUCKET_KEY_REFUSED'],
    ['a bucket that is not there', { bucketName: 'no-such-bucket' }, 'bucketName', 'BUCKET_MISSING'],
    [
      'storage that does not answer',
      { bucketEndpoint: 'http://127.0.0.1:1' },
      'bucketEndpoint',
      'BUCKET_UNREACHABLE',
    ],
  ])('refuses %s', async (_what, changes, field, code) => {
    expect((await refused(changes))[field]).toMatchObject([{ code }]);
  });

  it('keeps the secret encrypted, shows it to nobody, and asks for it again for another bucket or key', async () => {
    const secret = bucket.bucketSecret ?? '';
    expect(JSON.stringify(await save())).not.toContain(`"bucketSecret`);
    const first = await stored();
    expect(first?.toString()).not.toContain(secret);
    await save({ bucketSecret: null, bucketRegion: 'eu-west-3' });
    expect(await stored()).toEqual(first);
    for (const changes of [{ bucketEndpoint: 'http://127.0.0.1:2' }, { bucketKeyId: 'OTHER' }])
      expect((await refused({ ...changes, bucketSecret: null })).bucketSecret).toMatchObject([
        { code: 'REQUIRED' },
      ]);
    const { rows } = await firm.api.ownerPool.query<{ body: string }>(
      `select body::text from audit_event where entity = 'backup_setting'`,
    );
    expect(rows.filter(({ body }) => /"bucket_secret"/.test(body))).toEqual([]);
    // For the backups that are in the bucket.
    expect(await firm.save()).toMatchObject({ destination: 'folder', bucketName: server.access.name });
    expect(await stored()).toEqual(first);
  });

  it.each([
    ['an endpoint without a secret', 'bucket_secret = null'],
    [
      'a bucket that is chosen and not set',
      'bucket_endpoint = null, bucket_name = null, bucket_key_id = null, bucket_secret = null, bucket_secret_set_at = null, bucket_region = null, bucket_prefix = null',
    ],
    ['a key in the address', `bucket_endpoint = 'https://key:secret@s3.example.com'`],
    ['an unknown destination', `destination = 'tape'`],
  ])('is never stored with %s', async (_what, change) => {
    await save();
    await expect(firm.api.ownerPool.query(`update backup_setting set ${change}`)).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describe('a backup in a bucket', () => {
  it('is there under its name, and passes its test from there', async () => {
    await save();
    expect(await firm.state()).toMatchObject({ folder: address });
    const made = await firm.backUp();
    expect(made).toMatchObject({ status: 'done', folder: address, fault: null });
    expect(await server.objects()).toEqual([`${server.access.prefix}/${made.file}`]);
    expect(await server.uploads()).toEqual([]);
    expect(await openBucket(server.access).sizeOf(made.file ?? '')).toBe(made.bytes);
    expect(await firm.state()).toMatchObject({ lastGood: { folder: address, file: made.file } });
    expect(await test(made.id)).toMatchObject({ test: 'restored', testFound: 0 });
    await openBucket(server.access).put(made.file ?? '', Buffer.from('something else'));
    expect(await test(made.id)).toMatchObject({ test: 'failed', testFault: 'ARCHIVE_REFUSED' });
    await openBucket(server.access).remove(made.file ?? '');
    expect(await test(made.id)).toMatchObject({ test: 'failed', testFault: 'FILE_MISSING' });
  });

  it('for public keys is compared with what was written', async () => {
    await save({
      encryption: 'recipients',
      recipients: [await identityToRecipient(await generateX25519Identity())],
    });
    const made = await firm.backUp();
    expect(await test(made.id)).toMatchObject({ test: 'compared' });
    await openBucket(server.access).remove(made.file ?? '');
  });

  it('whose storage falls silent while it is read is not called damaged', async () => {
    await save();
    const made = await firm.backUp();
    // Nobody waits five minutes here: the time is up once the answer has begun.
    jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function timeIsUp(
      this: ClientRequest,
      _ms,
      isUp,
    ) {
      return this.once('response', () => this.method === 'GET' && setImmediate(() => isUp?.()));
    });
    server.disturb(({ method }, response) => {
      if (method === 'GET') fallSilent(response);
    });
    expect(await test(made.id)).toMatchObject({
      test: 'failed',
      testFault: 'BUCKET_UNREACHABLE',
      testDetail: null,
    });
    server.disturb(null);
    await openBucket(server.access).remove(made.file ?? '');
  });

  it('that fails on the way leaves nothing, and says why', async () => {
    await save();
    await firm.admin.call(backups.backUp, {});
    server.disturb((request, response) => {
      if (/partNumber/.test(request.url ?? ''))
        response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end('<Error><Code>AccessDenied</Code></Error>');
    });
    await firm.work();
    expect((await firm.list())[0]).toMatchObject({ status: 'failed', fault: 'BUCKET_NOT_PERMITTED' });
    expect([await server.objects(), await server.uploads()]).toEqual([[], []]);
    await firm.admin.call(backups.backUp, {});
    server.disturb(null);
    await firm.work(() => true);
    expect((await firm.list())[0]).toMatchObject({ status: 'failed', fault: 'INTERRUPTED' });
    expect([await server.objects(), await server.uploads()]).toEqual([[], []]);
  });

  it('whose server was killed on the way is ended by the next one', async () => {
    await save();
    const file = 'daybook-2026-01-02-030405.tar.zst';
    const upload = await openBucket(server.access).begin(file);
    await openBucket(server.access).putPart(file, upload, 1, Buffer.from('half of it'));
    await firm.api.ownerPool.query(
      `insert into backup (id, kind, status, started_at, folder, file, upload) values ($1, 'by_hand', 'running', now(), $2, $3, $4)`,
      [uuidv7(), address, file, upload],
    );
    expect(await server.uploads()).not.toEqual([]);
    await firm.work();
    expect((await firm.list())[0]).toMatchObject({ status: 'failed', fault: 'INTERRUPTED', file });
    expect(await server.uploads()).toEqual([]);
  });

  it('is deleted when it is no longer kept, and only as it was written', async () => {
    await save({ keepDaily: 1, keepWeekly: 0, keepMonthly: 0 });
    const foreign = openBucket(server.access);
    await foreign.put('of-another-program.txt', Buffer.from('mine'));
    const files: string[] = [];
    for (const day of ['10', '11', '12']) {
      await requestScheduled(firm.api.db, `2099-03-${day}T03:00:00Z`);
      await firm.work();
      files.push((await firm.list())[0]?.file ?? '');
      // Somebody put another object under this name.
      if (day === '10') await foreign.put(files[0] ?? '', Buffer.from('mine'));
    }
    const names = [files[0], files[2], 'of-another-program.txt'].map(
      (name) => `${server.access.prefix}/${name}`,
    );
    expect(await server.objects()).toEqual(names.toSorted());
    expect((await firm.list()).map(({ removedAt }) => removedAt !== null)).toEqual([false, true, false]);
    for (const name of [files[0], files[2], 'of-another-program.txt']) await foreign.remove(name ?? '');
  });

  it('is neither tested nor deleted with the key of another bucket', async () => {
    await save();
    const made = await firm.backUp();
    await save({ bucketPrefix: 'daybook/lyon' });
    expect(await test(made.id)).toMatchObject({ test: 'failed', testFault: 'BUCKET_CHANGED' });
    // That says nothing about the file.
    expect((await firm.state()).lastGood).toMatchObject({ id: made.id });
    await openBucket(server.access).remove(made.file ?? '');
  });

  it('goes to the bucket of the environment, whatever the settings say', async () => {
    await firm.save();
    const { origin, host } = new URL(server.access.endpoint);
    const BACKUP_BUCKET_URL = `http://S3RVER:S3RVER@${host}/${server.access.name}/of-environment`;
    await firm.admin.call(backups.backUp, {});
    await doBackups(firm.api.db, backupPlace({ BACKUP_BUCKET_URL }, firm.api.urls.app, box), log);
    const [made] = await firm.list();
    expect(made).toMatchObject({ status: 'done', folder: `${origin}/${server.access.name}/of-environment` });
    expect(await server.objects()).toEqual([`of-environment/${made?.file}`]);
  });
});
