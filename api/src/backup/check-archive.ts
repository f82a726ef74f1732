import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { SecretBox } from '../auth/secret-box.ts';
import { readMigrations } from '../db/migrate.ts';
import {
  BackupRefused,
  format,
  Head,
  headName,
  KeyChanged,
  Manifest,
  manifestName,
  RestoreHindered,
} from './manifest.ts';
import { readArchive } from './read-archive.ts';
import type { Openers } from './read-archive.ts';
import { storedArchive } from './stored-archive.ts';
import type { Archive } from './stored-archive.ts';

interface Read {
  hash: Hash;
  bytes: number;
  pieces: number;
}

const newer = (what: string) =>
  new RestoreHindered(`a newer Daybook wrote it (${what}): install that release, and restore with it`);

/** The table and the number of a piece. */
export function pieceOf(name: string): { table: string; no: number } {
  const [, table, no] = /^tables\/([^/]+)\/(\d{6,})$/.exec(name) ?? [];
  if (table === undefined) throw new BackupRefused(`it is damaged: it contains ${JSON.stringify(name)}`);
  return { table, no: Number(no) };
}

function parsed<T>(schema: { parse(value: unknown): T }, content: Buffer): T {
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch (error) {
    throw new BackupRefused('it is damaged: its manifest cannot be read', { cause: error });
  }
}

/** Reads every byte of the archive, and returns its manifest if the tables are as the manifest says. Nothing is written. */
async function readWhole(archive: Archive, openers: Openers): Promise<Manifest> {
  const tables = new Map<string, Read>();
  let manifest: Manifest | undefined;
  let isFirst = true;
  await readArchive(archive, openers, async (name, content) => {
    if (isFirst !== (name === headName))
      throw new BackupRefused('it is damaged: it does not begin as a backup');
    isFirst = false;
    if (name === headName) {
      if (parsed(Head, content).format > format) throw newer('its format');
    } else if (name === manifestName) manifest = parsed(Manifest, content);
    else {
      const { table, no } = pieceOf(name);
      const read = tables.get(table) ?? { hash: createHash('sha256'), bytes: 0, pieces: 0 };
      if (manifest || no !== read.pieces + 1)
        throw new BackupRefused(`it is damaged: ${name} is out of order`);
      read.hash.update(content);
      tables.set(table, { ...read, bytes: read.bytes + content.length, pieces: no });
    }
  });
  if (!manifest) throw new BackupRefused('it is damaged: it has no manifest');
  for (const { name, sha256, bytes } of manifest.tables) {
    const read = tables.get(name);
    const found = read?.hash.digest('hex') ?? createHash('sha256').digest('hex');
    if (found !== sha256 || (read?.bytes ?? 0) !== bytes)
      throw new BackupRefused(`it is damaged: the rows of ${name} are not those of the manifest`);
    tables.delete(name);
  }
  if (tables.size > 0)
    throw new BackupRefused(`it is damaged: its manifest lacks ${[...tables.keys()].join(', ')}`);
  return manifest;
}

/** This release has each migration of the archive, unchanged; otherwise it cannot make the tables of the archive. */
async function requireOwnMigrations({ migrations, product }: Manifest): Promise<void> {
  const own = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const last = [...own.keys()].at(-1) ?? '';
  for (const { name, checksum } of migrations) {
    if (name > last) throw newer(product);
    if (!own.has(name))
      throw new RestoreHindered(`another edition of Daybook wrote it, with the migration ${name}`);
    if (own.get(name) !== checksum)
      throw new RestoreHindered(`it was written after another edition of the migration ${name}`);
  }
}

function requireKey({ secret }: Manifest, box: SecretBox | undefined): void {
  if (!secret) return;
  if (!box) throw new RestoreHindered('its secrets need the SECRET_KEY under which they were stored');
  try {
    box.open(Buffer.from(secret.sealed, 'base64'), secret.owner);
  } catch (error) {
    throw new KeyChanged('SECRET_KEY is not the one under which its secrets were stored', { cause: error });
  }
}

export interface ArchiveKeys extends Openers {
  /** Opens with the server's SECRET_KEY. */
  box?: SecretBox | undefined;
}

/** Refuses an archive that is cut, altered, renamed, of a newer release, or not to be read with these keys. */
export async function checkArchive(archive: Archive, keys: ArchiveKeys): Promise<Manifest> {
  const manifest = await readWhole(archive, keys);
  if (manifest.name !== storedArchive(archive).name)
    throw new BackupRefused(
      `it was renamed: it was written as ${manifest.name}. Check that this is the backup you want, and give it that name again`,
    );
  await requireOwnMigrations(manifest);
  requireKey(manifest, keys.box);
  return manifest;
}
