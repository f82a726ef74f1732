import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@daybook/contracts/files';
import { Refusal } from '@daybook/contracts/refusals';

/** The size of an entry of a directory. Sectors begin at multiples of it, so entries do too. */
const entryBytes = 128;
const pieceBytes = 1024 * 1024;

const mainStreams: Readonly<Record<string, FileType>> = {
  Workbook: 'application/vnd.ms-excel',
  Book: 'application/vnd.ms-excel',
  WordDocument: 'application/msword',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
  EncryptedPackage: 'application/x-ole-storage',
};

const macros = new Set(['_VBA_PROJECT', '_VBA_PROJECT_CUR', 'VBA', 'Macros']);

/** The name of an entry; empty when the bytes are no entry. */
function nameAt(piece: Buffer, at: number): string {
  const length = piece.readUInt16LE(at + 64);
  const [kind = 0, color = 2] = piece.subarray(at + 66, at + 68);
  if (length < 4 || length > 64 || ![1, 2, 5].includes(kind) || color > 1) return '';
  return piece.toString('utf16le', at, at + length - 2);
}

/** The names at every place where an entry may be. Chains of sectors are not followed, because they can be forged. */
async function* namesIn(handle: FileHandle): AsyncGenerator<string> {
  const piece = Buffer.alloc(pieceBytes);
  for (let from = 0; ; from += pieceBytes) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, from);
    for (let at = 0; at + entryBytes <= bytesRead; at += entryBytes) {
      const name = nameAt(piece, at);
      if (name !== '') yield name;
    }
    if (bytesRead < pieceBytes) return;
  }
}

/** An office file from before 2007 or one with a password; null for installers, mails and everything else in this format. Refuses FILE_MACROS. */
export async function oleTypeOf(handle: FileHandle): Promise<FileType | null> {
  let type: FileType | null = null;
  for await (const name of namesIn(handle)) {
    if (macros.has(name)) throw new Refusal('FILE_MACROS');
    type ??= mainStreams[name] ?? null;
  }
  return type;
}
