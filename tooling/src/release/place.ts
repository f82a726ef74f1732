import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isIntact, type Built } from '../build/built.ts';
import { copyVerified, putInPlace, unfinished, writeWhole } from './files.ts';
import { isAsset, versionFolder } from './site.ts';

/** Files that are missing or differ from the hashes in their record, as sentences. */
export const damagedFiles = ({ record, at }: Built): string[] =>
  Object.entries(record.files)
    .filter(([file, hash]) => !isIntact(at(file), hash))
    .map(([file]) => `${record.name} ${record.version}: ${file} is not as it was built`);

const whereItGoes = (site: string, { record }: Built) => {
  const folder = versionFolder(site, record.name, record.version);
  return (file: string) => join(isAsset(file) ? site : folder, file);
};

/** Files that the site already has with other content, although the content at such an address never changes. */
export function collisions(site: string, built: Built): string[] {
  const { name, version, files } = built.record;
  const to = whereItGoes(site, built);
  const isThere = existsSync(versionFolder(site, name, version));
  return Object.entries(files)
    .filter(([file, hash]) => (isAsset(file) ? existsSync(to(file)) : isThere) && !isIntact(to(file), hash))
    .map(
      ([file]) =>
        `${name} ${version} is there already with another ${file}: raise the version of its package`,
    );
}

/** Copies a build into the folder of its version; an incomplete copy never has that name. */
export function place(site: string, built: Built): void {
  const { record, at } = built;
  const to = whereItGoes(site, built);
  const files = Object.entries(record.files);
  const assets = files.filter(([file]) => isAsset(file) && !existsSync(to(file)));
  for (const [file, hash] of assets) copyVerified(at(file), unfinished(to(file)), hash);
  putInPlace(assets.map(([file]) => to(file)));
  const folder = versionFolder(site, record.name, record.version);
  if (existsSync(folder)) return;
  const filling = unfinished(folder);
  rmSync(filling, { recursive: true, force: true });
  mkdirSync(filling, { recursive: true });
  for (const [file, hash] of files.filter(([one]) => !isAsset(one)))
    copyVerified(at(file), join(filling, file), hash);
  writeWhole(join(filling, 'release.json'), JSON.stringify(record));
  putInPlace([folder]);
}
