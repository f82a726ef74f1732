// pnpm backup [--to FILE|DIR] [--encrypt]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUpToFile } from './backup-to-file.ts';
import { askSecretly, megabytes, readSettings, runCommand, say, sayNowAndThen } from './on-terminal.ts';
import { BackupRefused } from './manifest.ts';
import { recordBackup } from './record-backup.ts';

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

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: path.join('.daybook', 'backups') + path.sep },
      encrypt: { type: 'boolean', default: false },
    },
  });
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, BACKUP_PASSPHRASE } = readSettings();
  const url = DATABASE_OWNER_URL ?? DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url === undefined) throw new BackupRefused('DATABASE_URL is not set');
  const passphrase = values.encrypt ? await passphraseOf(BACKUP_PASSPHRASE) : undefined;
  const saySometimes = sayNowAndThen();
  const { file, bytes, manifest } = await backUpToFile(url, values.to, {
    passphrase,
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
