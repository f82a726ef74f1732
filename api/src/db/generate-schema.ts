import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** How a value of each PostgreSQL type arrives here; the parsers are in database.ts. */
const types = {
  int8: 'number',
  numeric: 'string',
  date: 'string',
  timestamptz: 'string',
  jsonb: 'unknown',
  bpchar: 'string',
  xid8: 'string',
};

/** Writes Kysely's types of the migrated database at `url` to `outFile`. */
export function generateSchema(url: string, outFile: string): void {
  const cli = path.join(import.meta.dirname, '../../node_modules/kysely-codegen/dist/cli/bin.js');
  const flags = [
    '--dialect=postgres',
    '--camel-case',
    `--url=${url}`,
    `--out-file=${outFile}`,
    '--exclude-pattern=schema_migration',
  ];
  execFileSync(process.execPath, [cli, ...flags, `--type-mapping=${JSON.stringify(types)}`], {
    stdio: 'pipe',
  });
}
