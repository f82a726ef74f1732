import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { siteFolder } from '../workspace.ts';
import { Refused } from './refused.ts';

const to = { to: { type: 'string', default: siteFolder } } as const;

/** Names, and the site that `--to` names: without it the one of this workspace. */
export function readArguments<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...to, ...options } });
    return { names: positionals, site: resolve((values as { to: string }).to), values };
  } catch (error) {
    throw new Refused([error instanceof Error ? error.message : String(error)], { cause: error });
  }
}

/** What is refused is told in one line for each reason, and ends with 1. */
export async function run(command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    for (const reason of error.reasons) console.error(`refused: ${reason}`);
    process.exitCode = 1;
  }
}
