// pnpm verify-books
import { keptHead } from '../audit/kept-head.ts';
import { readSettings, runCommand } from '../backup/on-terminal.ts';
import { BackupRefused } from '../backup/manifest.ts';
import { findFaultsAt } from './find-faults-at.ts';
import { findingLines } from './finding-lines.ts';

await runCommand(async () => {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL, AUDIT_HEAD } = readSettings();
  const url = DATABASE_OWNER_URL ?? DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url === undefined) throw new BackupRefused('DATABASE_URL is not set');
  const findings = await findFaultsAt(url, await keptHead(AUDIT_HEAD).read());
  console.log(findingLines(findings).join('\n'));
  return findings.length === 0 ? 0 : 1;
});
