import { rmSync } from 'node:fs';
import { build } from '@daybook/tooling/build';
import { buildOneBundle } from '@daybook/tooling/webpack/one-bundle';
import { siteFolder } from '@daybook/tooling/workspace';
import { openDemoInstallation } from './demo-installation.ts';
import { timeLists } from './list-times.ts';
import { loadPages } from './page-loads.ts';
import { kb, ms, print, ratio } from './print.ts';
import { buildRemotes } from './remote-builds.ts';

// The figures depend on the machine and its load, so no test uses them (docs/rules.md#figures-are-not-tests).

print(
  'Each remote built alone, from nothing (goals: < 15 s, < 25 KB for federation itself)',
  (await buildRemotes()).map(({ name, seconds, runtimeKilobytes, screens }) => ({
    remote: name,
    s: ms(seconds),
    'KB of its entry, gzip': ms(runtimeKilobytes),
    screens,
  })),
);
const { SITE_DIR } = process.env;
if (!SITE_DIR) await build();
const site = SITE_DIR ?? siteFolder;
const startedAt = performance.now();
const installation = await openDemoInstallation(site);
console.log(`Demo data and server in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
try {
  const lists = await timeLists(installation);
  print(
    'Lists: milliseconds a request, one after the other, and of the same statements sent straight to PostgreSQL',
    lists.map(({ path, statements, endpoint, sql }) => ({
      list: `GET ${path}`,
      statements,
      p50: ms(endpoint.p50),
      p95: ms(endpoint.p95),
      'SQL p50': ms(sql.p50),
      'SQL p95': ms(sql.p95),
      ratio: ms(endpoint.p50 / sql.p50),
    })),
  );
  const oneBundle = await buildOneBundle(site);
  const sites = { federated: installation.url, 'one bundle': await installation.serve(oneBundle) };
  const loads = await loadPages(sites, installation.token);
  rmSync(oneBundle, { recursive: true });
  print(
    'Pages in Chromium (goals: ≤ 400 KB of JavaScript, ≤ 16 requests, sign-in ≤ 240 KB, another remote ≤ 45 KB)',
    loads.map(({ page, line, of: { federated } }) => ({
      page,
      line,
      ms: kb(federated.milliseconds),
      requests: federated.requests,
      'API requests': federated.apiCalls,
      KB: kb(federated.kilobytes),
      'KB of JavaScript': kb(federated.scriptKilobytes),
    })),
  );
  print(
    'The same screens as one bundle without federation, and federated ÷ one bundle (goals: ≤ 1.05 in time, ≤ 1.25 in JavaScript)',
    loads.map(({ page, line, of: { federated, 'one bundle': one } }) => ({
      page,
      line,
      ms: kb(one.milliseconds),
      requests: one.requests,
      'KB of JavaScript': kb(one.scriptKilobytes),
      'time ÷': ratio(federated.milliseconds, one.milliseconds),
      'JavaScript ÷': ratio(federated.scriptKilobytes, one.scriptKilobytes),
    })),
  );
} finally {
  await installation.close();
}
