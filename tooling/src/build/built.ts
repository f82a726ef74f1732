import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeclaredScreens } from '@daybook/contracts/remotes';
import { HostRecord, RemoteRecord, type BuildRecord } from './build-record.ts';

/** A build, either in the `dist` of its package or in a site. */
export interface Built<Record extends BuildRecord = BuildRecord> {
  record: Record;
  /** The path of a file of the record. */
  at: (file: string) => string;
}
export type BuiltHost = Built<HostRecord>;
export interface BuiltRemote extends Built<RemoteRecord> {
  screens: DeclaredScreens;
}

const within = (folder: string) => (file: string) => join(folder, file);
export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export function remoteIn(folder: string): BuiltRemote {
  const record = RemoteRecord.parse(readJson(join(folder, 'release.json')));
  return {
    record,
    screens: DeclaredScreens.parse(readJson(join(folder, 'screens.json'))),
    at: within(folder),
  };
}

export const hostIn = (folder: string, at = within(folder)): BuiltHost => ({
  record: HostRecord.parse(readJson(join(folder, 'release.json'))),
  at,
});

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Whether the file exists and has the bytes that it was built with. */
export const isIntact = (path: string, hash: string): boolean =>
  existsSync(path) && sha256(readFileSync(path)) === hash;
