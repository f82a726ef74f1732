import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { requestOf } from '@daybook/api/http/request-of';
import { run } from '@daybook/tooling/verify/run-command';
import { casesOf, lists } from '../bench/list-cases.ts';
import type { DemoInstallation } from '../bench/demo-installation.ts';
import type { Scanned } from './scanned.ts';

/** Endpoints that are tried, which take the most parameters of all lists. */
const TRIED = 12;
const MINUTES_EACH = 10;

/** The addresses of these lists with all of their parameters: sort, search and every filter. */
export async function addressesToScan(appUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  const addresses: string[] = [];
  for (const endpoint of lists) {
    const inputs = (await casesOf(client, endpoint)).flatMap((one) => one.inputs);
    const filter = Object.assign({}, ...inputs.map((input) => input.filter ?? {})) as object;
    const { cursor: _cursor, ...input } = Object.assign({}, ...inputs) as Record<string, unknown>;
    addresses.push(requestOf(endpoint, { ...input, filter }).url);
  }
  await client.end();
  return addresses.toSorted((one, other) => other.split('&').length - one.split('&').length).slice(0, TRIED);
}

/** The parameters of an address that sqlmap can inject into. It writes one line for each, below the names of the columns. */
async function injectable(address: string, token: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-sqlmap-'));
  const results = join(folder, 'results.csv');
  try {
    const { isOk, output } = await run(
      'sqlmap',
      [
        ['-u', address, '--header', `Authorization: Bearer ${token}`, '--batch', '--disable-coloring'],
        ['--level', '2', '--risk', '1', '--threads', '4', '--dbms', 'PostgreSQL', '--ignore-code', '*'],
        ['--output-dir', folder, '--results-file', results],
      ].flat(),
      {},
      MINUTES_EACH,
    );
    // Without this line the parameters were not all tried, because the server did not answer or the time was up.
    if (!isOk || !/all tested parameters|is vulnerable/.test(output))
      return [`${address} was not tried: ${output.trim().split('\n').slice(-4).join(' ')}`];
    const [, ...found] = readdirSync(folder).includes('results.csv')
      ? readFileSync(results, 'utf8').trim().split('\n')
      : [];
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lets sqlmap try every parameter of twelve lists, signed in as the super admin. */
export async function scanForSqlInjection(
  { url, token }: DemoInstallation,
  addresses: string[],
): Promise<Scanned> {
  const findings: string[] = [];
  for (const address of addresses) findings.push(...(await injectable(url + address, token)));
  const parameters = addresses.reduce((sum, address) => sum + address.split('&').length, 0);
  return { name: 'sqlmap', scanned: `${parameters} parameters of ${addresses.length} lists`, findings };
}
