import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from '@daybook/tooling/verify/run-command';
import type { DemoInstallation } from '../bench/demo-installation.ts';
import type { Scanned } from './scanned.ts';

const SECONDS = 600;

/** All attacks except those that need files from the Internet (nikto, wapp) and the search for pages: every address is a page of the site. */
const ATTACKS =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,ssrf,xss,xxe';

/** Headers that wapiti misses, and that are left out for a reason. */
const meant = new Set([
  // Browsers have removed the filter that it switched; the content security policy takes its place.
  'X-XSS-Protection is not set',
  // Sent by the gateway, which speaks TLS. This scan asks the server behind it.
  'Strict-Transport-Security is not set',
]);

const Finding = z.object({ method: z.string(), path: z.string(), info: z.string() });
const Report = z.object({
  vulnerabilities: z.record(z.string(), z.array(Finding)),
  anomalies: z.record(z.string(), z.array(Finding)),
});

/** Lets wapiti walk the site and try all of its attacks. Its anomalies are answers of 500 and requests that took too long. */
export async function scanBlackBox({ url, token }: DemoInstallation, pages: string[]): Promise<Scanned> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-wapiti-'));
  const file = join(folder, 'report.json');
  try {
    const { isOk, output } = await run(
      'wapiti',
      [
        ['-u', `${url}/`, '--scope', 'domain', '-m', ATTACKS, '-H', `Authorization: Bearer ${token}`],
        pages.flatMap((page) => ['-s', url + page]),
        ['--max-scan-time', String(SECONDS), '--max-attack-time', '90', '--flush-session', '--no-bugreport'],
        ['--store-session', folder, '--store-config', folder, '-f', 'json', '-o', file],
      ].flat(),
    );
    if (!isOk) throw new Error(`wapiti ended: ${output}`);
    const { vulnerabilities, anomalies } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
    const findings = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
      found
        .filter(({ info }) => !meant.has(info))
        .map(({ method, path, info }) => `${kind}: ${method} ${path}: ${info}`),
    );
    return { name: 'wapiti', scanned: `the site and ${pages.length} addresses of the API`, findings };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
