import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  inEmpty,
  onClient,
  outcomeOf,
  refusalOf,
  box,
  startBackedUpFirm,
  startProgram,
} from '../../test/backups.ts';
import type { BackedUpFirm } from '../../test/backups.ts';
import { checkArchive } from './check-archive.ts';
import { identitiesIn } from './keys-of-age.ts';

jest.setTimeout(120_000);

let firm: BackedUpFirm;
let folder: string;
let keys: { file: string; identity: string; recipient: string }[];

beforeAll(async () => {
  firm = await startBackedUpFirm();
  folder = await firm.newFolder();
  keys = await Promise.all(
    ['ada', 'ben', 'eve'].map(async (name) => {
      const identity = await generateX25519Identity();
      const recipient = await identityToRecipient(identity);
      const file = path.join(folder, `${name}.key`);
      // As age-keygen writes it.
      await writeFile(file, `# created: 2026-11-29T02:00:00Z\n# public key: ${recipient}\n${identity}\n`);
      return { file, identity, recipient };
    }),
  );
});
afterAll(() => firm.stop());

const backUp = async (...options: string[]) => {
  const to = `${await firm.newFolder()}${path.sep}`;
  const [code, printed] = await outcomeOf(
    startProgram('backup/backup-command', firm.api.urls.app, '--to', to, ...options),
  );
  return { code, file: printed.trim(), there: await readdir(to) };
};

const clients = (url: string) =>
  onClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from client order by id');
    return rows;
  });

describe('a backup for public keys', () => {
  it('is written and restored by the commands, with the private key of any one of them', async () => {
    const [ada, ben, eve] = keys;
    const { code, file } = await backUp(
      '--recipient',
      ada?.recipient ?? '',
      '--recipient',
      ben?.recipient ?? '',
    );
    expect([code, path.extname(file)]).toEqual([0, '.age']);
    const opened = { box, identities: [ben?.identity ?? ''] };
    expect((await checkArchive(file, opened)).tables.length).toBeGreaterThan(50);
    const foreign = { box, identities: [eve?.identity ?? ''] };
    expect(await refusalOf(checkArchive(file, foreign))).toMatch(/none of the private keys opens it/);
    expect(await refusalOf(checkArchive(file, { box, passphrase: 'a passphrase' }))).toMatch(
      /give the file of a private key/,
    );
    await inEmpty(async ({ ownerUrl }) => {
      const restore = (...given: string[]) =>
        outcomeOf(startProgram('backup/restore-command', ownerUrl, file, ...given));
      expect((await restore('--identity', eve?.file ?? ''))[0]).toBe(2);
      expect((await restore('--identity', eve?.file ?? '', '--identity', ada?.file ?? ''))[0]).toBe(0);
      expect(await clients(ownerUrl)).toEqual(await clients(firm.api.urls.owner));
    });
  });

  it.each([
    ['a private key in the place of a public one', () => ['--recipient', keys[0]?.identity ?? '']],
    ['a mistyped public key', () => ['--recipient', `${keys[0]?.recipient ?? ''}q`]],
    ['a passphrase at the same time', () => ['--encrypt', '--recipient', keys[0]?.recipient ?? '']],
  ])('is not begun with %s', async (_what, options) => {
    expect(await backUp(...options())).toEqual({ code: 2, file: '', there: [] });
  });
});

describe('the file of a private key', () => {
  it('may hold several keys', async () => {
    const file = path.join(folder, 'all.key');
    await writeFile(file, (await Promise.all(keys.map((key) => readFile(key.file, 'utf8')))).join(''));
    expect(await identitiesIn(file)).toEqual(keys.map(({ identity }) => identity));
  });

  it.each([
    ['is encrypted itself', 'age-encryption.org/v1\n-> scrypt', /itself encrypted/],
    ['holds a public key', 'age1xyz\n', /something else than private keys/],
    ['is empty', '# nothing\n', /holds no private key/],
  ])('is refused with its reason if it %s', async (_what, content, reason) => {
    const file = path.join(folder, 'faulty.key');
    await writeFile(file, content);
    expect(await refusalOf(identitiesIn(file))).toMatch(reason);
  });
});
