// pnpm settle-dump [--into URL]
import { parseArgs } from 'node:util';
import { findingLines } from '../books/finding-lines.ts';
import { databaseOf, isHeld, readSettings, runCommand, say } from './on-terminal.ts';
import { setHeadAside } from './set-head-aside.ts';
import { settleDump } from './settle-dump.ts';

await runCommand(async () => {
  const { values } = parseArgs({ options: { into: { type: 'string' } } });
  const settings = readSettings();
  const appRole = settings.DATABASE_URL && decodeURIComponent(new URL(settings.DATABASE_URL).username);
  const { firm, applied, findings } = await settleDump(values.into ?? databaseOf(settings), {
    ...(appRole && { appRole }),
    // Another database is another firm's, whose head is elsewhere.
    onCommitted: async () => {
      if (values.into === undefined) await setHeadAside(settings.AUDIT_HEAD);
    },
    say,
  });
  if (applied.length > 0) say(`Brought up to date: ${applied.join(', ')}`);
  say(`The dump of ${firm ?? 'the firm'} is settled.`);
  say(isHeld);
  console.log(findingLines(findings).join('\n'));
  return findings.length === 0 ? 0 : 1;
});
