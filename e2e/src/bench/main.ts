import { build } from '@daybook/tooling/build';
import { siteFolder } from '@daybook/tooling/workspace';
import { openDemoInstallation } from './demo-installation.ts';
import { timeLists } from './list-times.ts';
import { ms, print } from './print.ts';
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
} finally {
  await installation.close();
}
