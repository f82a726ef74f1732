// pnpm verify-books
import { readSettings, runCommand } from '../backup/on-terminal.ts';
import { BackupRefused } from '../backup/manifest.ts';
import { findFaultsAt } from './find-faults-at.ts';
import { findingLines } from './finding-lines.ts';

await runCommand(async () => {
  const { DATABASE_URL, DATABASE_OWNER_URL } = readSettings();
  const url = DATABASE_OWNER_URL ?? DATABASE_URL;
  if (url === undefined) throw new BackupRefused('DATABASE_URL is not set');
  const findings = await findFaultsAt(url);
  console.log(findingLines(findings).join('\n'));
  return findings.length === 0 ? 0 : 1;
});
