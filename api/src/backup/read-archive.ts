import { Decrypter } from 'age-encryption';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { checkDigest } from './digest.ts';
import { BackupRefused } from './manifest.ts';
import { storedArchive } from './stored-archive.ts';
import type { Archive, StoredArchive } from './stored-archive.ts';

/** More than any entry that is written (write-backup.ts). */
const largestEntry = 32 * 1024 * 1024;
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const ageMagic = Buffer.from('age-encryption.org/v1\n');

/** What age writes before the first of those who can open the file, if that is a passphrase. */
const passphraseMark = Buffer.from('-> scrypt ');

/** What opens an archive that is encrypted. */
export interface Openers {
  passphrase?: string | undefined;
  /** Private keys (`AGE-SECRET-KEY-1…`). */
  identities?: readonly string[] | undefined;
}

/** What the archive needs to be opened. */
export async function openedBy(archive: Archive): Promise<'nothing' | 'passphrase' | 'identity'> {
  const chunks: Buffer[] = [];
  for await (const chunk of await storedArchive(archive).read(ageMagic.length + passphraseMark.length))
    chunks.push(chunk as Buffer);
  const start = Buffer.concat(chunks);
  if (start.subarray(0, ageMagic.length).equals(ageMagic))
    return start.subarray(ageMagic.length).equals(passphraseMark) ? 'passphrase' : 'identity';
  if (start.subarray(0, zstdMagic.length).equals(zstdMagic)) return 'nothing';
  throw new BackupRefused('it is not a backup of Daybook');
}

/** Refuses openers of the wrong kind, which the library would try in vain. */
function decrypterOf(by: 'passphrase' | 'identity', { passphrase, identities = [] }: Openers): Decrypter {
  const decrypter = new Decrypter();
  if (by === 'passphrase') {
    if (passphrase === undefined) throw new BackupRefused('it is encrypted: give its passphrase');
    decrypter.addPassphrase(passphrase);
    return decrypter;
  }
  if (identities.length === 0)
    throw new BackupRefused('it is encrypted for public keys: give the file of a private key (--identity)');
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter;
}

const wrong = {
  passphrase: 'the passphrase is wrong',
  identity: 'it is encrypted for other keys: none of the private keys opens it',
};

async function decrypted(
  archive: StoredArchive,
  by: 'passphrase' | 'identity',
  openers: Openers,
): Promise<Readable> {
  const decrypter = decrypterOf(by, openers);
  const source = await archive.read();
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as ReadableStream);
  } catch (error) {
    source.destroy();
    const isWrong = /no identity matched/.test(String(error));
    throw new BackupRefused(isWrong ? wrong[by] : `it is damaged: ${String(error)}`, {
      cause: error,
    });
  }
}

async function contentOf(entry: AsyncIterable<unknown>, size: number): Promise<Buffer> {
  if (size > largestEntry)
    throw new BackupRefused('it is damaged: an entry is larger than any that is written');
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What only the database or the reader of the entries can report; everything else that fails here is a damaged archive. */
class InEntry extends Error {}

/**
 * Reads the archive from its first to its last byte, one entry at a time. Throws BackupRefused if a byte of it is missing or altered;
 * an error of `each` passes unchanged.
 */
export async function readArchive(
  archive: Archive,
  openers: Openers,
  each: (name: string, content: Buffer) => Promise<void>,
): Promise<void> {
  const stored = storedArchive(archive);
  const by = await openedBy(stored);
  const source = by === 'nothing' ? await stored.read() : await decrypted(stored, by, openers);
  const entries = extract();
  const take = async () => {
    for await (const entry of entries) {
      const content = await contentOf(entry, entry.header.size ?? 0);
      await each(entry.header.name, content).catch((error: unknown) => {
        throw new InEntry('', { cause: error });
      });
    }
  };
  const taking = take().catch((error: Error) => {
    entries.destroy(error);
    throw error;
  });
  const feeding = pipeline(source, checkDigest(), createZstdDecompress(), entries as unknown as Writable);
  const [taken, fed] = await Promise.allSettled([taking, feeding]);
  const failures = [taken, fed].flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  const own = failures.find((error) => error instanceof InEntry);
  if (own) throw own.cause;
  const refused = failures.find((error) => error instanceof BackupRefused);
  if (refused ?? failures[0])
    throw refused ?? new BackupRefused(`it is damaged: ${failures[0]?.message}`, { cause: failures[0] });
}
