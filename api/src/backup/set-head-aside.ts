import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { say } from './on-terminal.ts';

/** The head is that of the firm that was here: the ledger checks would report that the restored log ends before it. */
export async function setHeadAside(head: string | undefined): Promise<void> {
  if (head === undefined || !existsSync(head)) return;
  // The one of an earlier restore is the evidence, and stays.
  let aside = `${head}.before-restore`;
  for (let no = 2; existsSync(aside); no += 1) aside = `${head}.before-restore-${no}`;
  await rename(head, aside);
  say(
    `The head of the audit log before the restore is in ${aside}. Compare it with the last one that was mailed or logged.`,
  );
}
