// pnpm rotate-secret [--alone]
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { databaseOf, readSettings, runCommand, say } from '../backup/on-terminal.ts';
import { BackupRefused } from '../backup/manifest.ts';
import { requireNobodyElse } from '../backup/require-nobody-else.ts';
import { openPlainSession } from '../backup/write-backup.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { secretBox } from './secret-box.ts';

const howTo =
  () => `two keys are needed. In .env, make the present SECRET_KEY the value of SECRET_KEY_BEFORE, and
SECRET_KEY=${randomBytes(32).toString('base64')}
Restart Daybook, so that it knows both, and give this command again (docs/operate.md).`;

async function requireAlone(url: string): Promise<void> {
  const client = await openPlainSession(url);
  try {
    await requireNobodyElse(client);
  } finally {
    await client.end();
  }
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { alone: { type: 'boolean', default: false } } });
  const settings = readSettings();
  const url = databaseOf(settings);
  const { SECRET_KEY, SECRET_KEY_BEFORE } = settings;
  if (SECRET_KEY === undefined || SECRET_KEY_BEFORE === undefined || SECRET_KEY === SECRET_KEY_BEFORE)
    throw new BackupRefused(howTo());
  // Whoever has just made the new key: a running server does not know it, and would store secrets under the key before.
  if (values.alone) await requireAlone(url);
  const box = secretBox(Buffer.from(SECRET_KEY, 'base64'), Buffer.from(SECRET_KEY_BEFORE, 'base64'));
  const { sealed, unread } = await rotateSecrets(url, box);
  say(`${sealed} secrets are encrypted with the new key.`);
  if (unread > 0)
    say(
      `${unread} open with neither key. They were of no use before either: set up two factors or enter the password again.`,
    );
  say('Earlier backups still need the key before: keep it with them, and make a backup now.');
  return unread === 0 ? 0 : 1;
});
