// pnpm restore FILE [--into URL] [--replace NAME] [--identity FILE …]
import { parseArgs } from 'node:util';
import { secretBox } from '../auth/secret-box.ts';
import { identitiesIn } from './keys-of-age.ts';
import {
  askSecretly,
  databaseOf,
  isHeld,
  readSettings,
  runCommand,
  say,
  sayNowAndThen,
  secretKeyOf,
} from './on-terminal.ts';
import { BackupRefused } from './manifest.ts';
import { openedBy } from './read-archive.ts';
import type { Openers } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';
import { setHeadAside } from './set-head-aside.ts';
import { findingLines } from '../books/finding-lines.ts';

async function openersOf(
  file: string,
  identityFiles: readonly string[],
  passphrase: string | undefined,
): Promise<Openers> {
  const by = await openedBy(file);
  if (by === 'passphrase')
    return { passphrase: passphrase ?? (await askSecretly('Passphrase of the backup: ')) };
  if (by === 'nothing') return {};
  return { identities: (await Promise.all(identityFiles.map(identitiesIn))).flat() };
}

async function typedKey(): Promise<string | undefined> {
  const typed = (await askSecretly('SECRET_KEY of the firm (Enter if it has none): '))?.trim();
  return typed ? secretKeyOf(typed) : undefined;
}

const bytesOf = (key: string) => Buffer.from(key, 'base64');

/** Whoever started this command keeps the key for the next start: it may have been typed here. One who has gone keeps nothing. */
async function tellKey(key: string): Promise<void> {
  if (!process.connected) return;
  await new Promise<void>((resolve) => process.send?.(bytesOf(key).toString('base64'), () => resolve()));
}

const usage = 'pnpm restore FILE [--into URL] [--replace NAME] [--identity FILE]';

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      replace: { type: 'string' },
      identity: { type: 'string', multiple: true, default: [] },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new BackupRefused(usage);
  const settings = readSettings();
  const url = values.into ?? databaseOf(settings);
  const openers = await openersOf(file, values.identity, settings.BACKUP_PASSPHRASE);
  const key = settings.SECRET_KEY ?? (await typedKey());
  const before = settings.SECRET_KEY_BEFORE;
  const saySometimes = sayNowAndThen();
  const appRole = settings.DATABASE_URL && decodeURIComponent(new URL(settings.DATABASE_URL).username);
  const { manifest, applied, findings } = await restoreBackup(url, file, {
    ...openers,
    box:
      key === undefined
        ? undefined
        : secretBox(bytesOf(key), before === undefined ? undefined : bytesOf(before)),
    ...(appRole && { appRole }),
    replace: values.replace,
    // Not at the end: the check of the books is long, and whoever stops it has the firm in the database already.
    async onCommitted({ secret }) {
      // Only a stored secret proves the key, and with two keys not which of them.
      if (key !== undefined && before === undefined && secret !== null) await tellKey(key);
      // Another database is another firm's, whose head is elsewhere.
      if (values.into === undefined) await setHeadAside(settings.AUDIT_HEAD);
    },
    say,
    tell: ({ table, done, tables }) => saySometimes(`${done} of ${tables} tables, ${table} …`),
  });
  if (applied.length > 0) say(`Brought up to date: ${applied.join(', ')}`);
  say(`Restored ${manifest.firm ?? 'the firm'} as of ${manifest.at}.`);
  say(isHeld);
  console.log(findingLines(findings).join('\n'));
  return findings.length === 0 ? 0 : 1;
});
