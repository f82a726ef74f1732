// pnpm verify-books
import { keptHead } from '../audit/kept-head.ts';
import { databaseOf, readSettings, runCommand } from '../backup/on-terminal.ts';
import { findFaultsAt } from './find-faults-at.ts';
import { findingLines } from './finding-lines.ts';

await runCommand(async () => {
  const settings = readSettings();
  const findings = await findFaultsAt(databaseOf(settings), await keptHead(settings.AUDIT_HEAD).read());
  console.log(findingLines(findings).join('\n'));
  return findings.length === 0 ? 0 : 1;
});
