import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Raised when an older Daybook could no longer read what is written. */
export const format = 1;

/** The first entry of an archive: enough to refuse an archive that only a newer Daybook can read. */
export const headName = 'daybook.json';
/** The last entry, because it says what the others contained. */
export const manifestName = 'manifest.json';

export const Head = z.object({ daybook: z.literal('backup'), format: z.int() });

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const TablePart = z.object({
  name: z.string(),
  /** Without generated columns, which the database computes again. */
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of the rows in COPY's text format. */
  bytes: z.int(),
  sha256: Hash,
});
export type TablePart = z.infer<typeof TablePart>;

export const Sequence = z.object({ name: z.string(), value: z.string(), called: z.boolean() });
export type Sequence = z.infer<typeof Sequence>;

export const Manifest = z.object({
  format: z.literal(format),
  /** The release of Daybook that wrote the archive, and the PostgreSQL that it read. */
  product: z.string(),
  postgres: z.string(),
  /** The name of the file, so that one day's archive is not taken for another's. */
  name: z.string(),
  /** The moment of the snapshot. */
  at: z.string(),
  firm: z.string().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(TablePart),
  sequences: z.array(Sequence),
  /** The last seal of the audit log, and how many rows were not sealed yet. */
  audit: z.object({ seq: z.int(), hash: z.string(), unsealed: z.int() }),
  /** One stored secret, still encrypted, that proves SECRET_KEY before a restore; null if the firm has none. */
  secret: z.object({ owner: z.string(), sealed: z.base64() }).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** What the operator has to know; no fault of the program. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** The archive may be as it should be, but it cannot be restored here and now. */
export class RestoreHindered extends BackupRefused {}

/** Its secrets were stored under another SECRET_KEY. */
export class KeyChanged extends RestoreHindered {}

const packageFile = path.join(import.meta.dirname, '../../../package.json');

export const productVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;

/** The usual name of an archive of this moment. Several installations may write into one folder in the same second. */
export function archiveName(at: Date, isEncrypted: boolean): string {
  const moment = at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `daybook-${moment}-${randomBytes(3).toString('hex')}.tar.zst${isEncrypted ? '.age' : ''}`;
}
