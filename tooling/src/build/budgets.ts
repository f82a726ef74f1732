import { readdirSync, statSync } from 'node:fs';
import { inWorkspace, packageOf, remoteNames } from '../workspace.ts';

/** KB of the files of a folder that a pattern names, as served: compressed by brotli. */
function kilobytes(folder: string, files: RegExp): number {
  const names = readdirSync(inWorkspace(folder)).filter((name) => files.test(name) && name.endsWith('.br'));
  if (names.length === 0) throw new Error(`${folder} has no ${String(files)} to weigh`);
  return names.reduce((sum, name) => sum + statSync(inWorkspace(folder, name)).size / 1024, 0);
}

function assertAtMost(allowed: number, what: string, size: number): void {
  if (size > allowed) throw new Error(`${what}: ${size.toFixed(1)} KB, ${allowed} KB are allowed`);
}

/** A plain list is a script of some 12 KB: with all that it waits for it stays below 400 KB (federation §4). */
const SCREEN = 30;
const ALL_BUT_THE_SCREEN = 385;

/** What one import too many costs is seen here, not by the person who waits for it. */
export function assertBudgets(): void {
  const host = 'host/dist/assets/host';
  assertAtMost(200, 'sign-in', kilobytes(host, /^(main|sign-in)\.\w+\.js/));
  assertAtMost(8, 'the stylesheet of the host', kilobytes(host, /^main\.\w+\.css/));
  assertAtMost(35, 'what a form needs besides', kilobytes(host, /^antd-form\.\w+\.js/));

  const shell = kilobytes(host, /^(main|antd-list|shell)\.\w+\.js/);
  for (const folder of remoteNames.map(packageOf)) {
    const dist = `${folder}/dist`;
    const entry = kilobytes(dist, /^(remoteEntry|__federation_expose_remote)\.\w+\.js/);
    assertAtMost(ALL_BUT_THE_SCREEN, `any screen of ${folder} without itself`, shell + entry);
    for (const file of readdirSync(inWorkspace(dist)).filter((name) => /^src_.*\.js\.br$/.test(name)))
      assertAtMost(SCREEN, `${folder}, ${file}`, statSync(inWorkspace(dist, file)).size / 1024);
  }
}
