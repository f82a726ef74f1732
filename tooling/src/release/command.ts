import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { siteFolder } from '../workspace.ts';
import { Refused } from './refused.ts';

const to = { to: { type: 'string', default: siteFolder } } as const;

/** The named packages, and the site: that of `--to`, or else of this workspace. */
export function readArguments<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...to, ...options } });
    return { names: positionals, site: resolve((values as { to: string }).to), values };
  } catch (error) {
    throw new Refused([error instanceof Error ? error.message : String(error)], { cause: error });
  }
}

/** Runs a command. If it is refused, prints a line for each reason and exits with 1. */
export async function run(command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    for (const reason of error.reasons) console.error(`refused: ${reason}`);
    process.exitCode = 1;
  }
}
