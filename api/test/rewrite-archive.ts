import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { headName, Manifest, manifestName } from '../src/backup/manifest.ts';
import { pieceOf } from '../src/backup/check-archive.ts';
import { readArchive } from '../src/backup/read-archive.ts';
import { writeArchive } from '../src/backup/write-archive.ts';

interface Changes {
  change?: (manifest: Manifest) => Manifest;
  format?: number;
  /** The table whose rows are in the archive twice, as its manifest says. */
  repeated?: string;
}

const repeat = (manifest: Manifest, repeated: string, rows: Buffer): Manifest => ({
  ...manifest,
  tables: manifest.tables.map((table) =>
    table.name === repeated
      ? {
          ...table,
          rows: table.rows * 2,
          bytes: rows.length,
          sha256: createHash('sha256').update(rows).digest('hex'),
        }
      : table,
  ),
});

/** Writes the archive anew, with a valid digest, as somebody who knows the format could. Returns the file, of the same name. */
export async function rewriteArchive(
  file: string,
  folder: string,
  { change = (manifest) => manifest, format, repeated = '' }: Changes,
): Promise<string> {
  const rewritten = path.join(folder, path.basename(file));
  const archive = writeArchive(createWriteStream(rewritten));
  let rows = Buffer.alloc(0);
  await readArchive(file, {}, async (name, content) => {
    if (name === headName && format !== undefined)
      return archive.put(name, Buffer.from(JSON.stringify({ daybook: 'backup', format })));
    if (name === manifestName) {
      const manifest = change(Manifest.parse(JSON.parse(content.toString())));
      return archive.put(name, Buffer.from(JSON.stringify(repeat(manifest, repeated, rows))));
    }
    if (name === headName || pieceOf(name).table !== repeated) return archive.put(name, content);
    rows = Buffer.concat([content, content]);
    return archive.put(name, rows);
  });
  await archive.end();
  return rewritten;
}
