import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remoteIn } from '@daybook/tooling/build/built';
import { remoteNames, type RemoteName } from '@daybook/tooling/workspace';
import { buildRemote, copyRemote } from '../installation/remote-variant.ts';

export interface RemoteBuild {
  name: RemoteName;
  seconds: number;
  /** The size of the file that federation adds to a remote. */
  runtimeKilobytes: number;
  screens: number;
}

async function measure(name: RemoteName, folder: string): Promise<RemoteBuild> {
  copyRemote(name, folder);
  const startedAt = performance.now();
  const { record, screens, at } = remoteIn(await buildRemote(folder));
  const seconds = (performance.now() - startedAt) / 1000;
  const entry = Object.keys(record.files).find((file) => /^remoteEntry\..*\.gz$/.test(file)) ?? '';
  return {
    name,
    seconds,
    runtimeKilobytes: statSync(at(entry)).size / 1024,
    screens: screens.screens.length,
  };
}

/** Builds the remotes one after the other, because a team builds only its own. */
export async function buildRemotes(): Promise<RemoteBuild[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-builds-'));
  const builds: RemoteBuild[] = [];
  for (const name of remoteNames) builds.push(await measure(name, join(folder, name)));
  rmSync(folder, { recursive: true });
  return builds;
}
