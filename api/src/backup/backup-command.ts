// pnpm backup [--to FILE|DIR] [--encrypt | --recipient KEY …]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUpToFile } from './backup-to-file.ts';
import { giveWay } from './give-way.ts';
import { recipientsOf } from './keys-of-age.ts';
import {
  askSecretly,
  databaseOf,
  megabytes,
  readSettings,
  runCommand,
  say,
  sayNowAndThen,
} from './on-terminal.ts';
import { BackupRefused } from './manifest.ts';
import { recordBackup } from './record-backup.ts';
import type { Encryption } from './write-archive.ts';

const shortestPassphrase = 12;

async function passphraseOf(given: string | undefined): Promise<string> {
  const passphrase = given ?? (await askSecretly('Passphrase of the backup: '));
  if (passphrase === undefined) throw new BackupRefused('--encrypt needs BACKUP_PASSPHRASE');
  if (passphrase.length < shortestPassphrase)
    throw new BackupRefused(`the passphrase needs ${shortestPassphrase} characters or more`);
  if (given === undefined && (await askSecretly('The same again: ')) !== passphrase)
    throw new BackupRefused('the two passphrases differ');
  return passphrase;
}

interface Asked {
  encrypt: boolean;
  recipient: string[];
}

async function encryptionOf({ encrypt, recipient }: Asked, given?: string): Promise<Encryption | undefined> {
  if (encrypt && recipient.length > 0)
    throw new BackupRefused(
      '--encrypt is for a passphrase, --recipient for public keys: give one of the two',
    );
  if (recipient.length > 0) return { recipients: recipientsOf(recipient) };
  return encrypt ? { passphrase: await passphraseOf(given) } : undefined;
}

await runCommand(async () => {
  // The pages of a server on the same machine come first.
  giveWay(process.pid);
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: path.join('.daybook', 'backups') + path.sep },
      encrypt: { type: 'boolean', default: false },
      recipient: { type: 'string', multiple: true, default: [] },
    },
  });
  const settings = readSettings();
  const url = databaseOf(settings);
  const encryption = await encryptionOf(values, settings.BACKUP_PASSPHRASE);
  const saySometimes = sayNowAndThen();
  const { file, bytes, manifest } = await backUpToFile(url, values.to, {
    encryption,
    tell: ({ table, done, tables }) => saySometimes(`${done} of ${tables} tables, ${table} …`),
  });
  // A database that is full or read-only can still be saved.
  await recordBackup(url, manifest.name).catch((error: Error) =>
    say(`The audit log does not know of it: ${error.message}`),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${manifest.tables.length} tables, ${rows} rows, as of ${manifest.at}`);
  say(`Head of the audit log: ${manifest.audit.seq} ${manifest.audit.hash}`);
  say(`${file}, ${megabytes(bytes)}. SECRET_KEY is not in it: keep a copy elsewhere.`);
  console.log(file);
  return 0;
});
