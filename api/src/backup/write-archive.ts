import { Encrypter } from 'age-encryption';
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { addDigest } from './digest.ts';
import { passphraseRecipient } from './passphrase-recipient.ts';

const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Who can open an archive: whoever knows the passphrase, or has the private key of one of the recipients (`age1…`). */
export type Encryption = { passphrase: string } | { recipients: readonly string[] };

export interface Written {
  bytes: number;
  sha256: string;
}

export interface ArchiveWriter {
  /** Resolves when there is room for the next entry. */
  put(name: string, content: Buffer): Promise<void>;
  /** Completes the archive; resolves with what it is once the sink has everything. */
  end(): Promise<Written>;
  /** Gives up; the sink is destroyed, so that nobody takes what it has for an archive. */
  abort(reason: Error): Promise<void>;
}

function encrypterOf(encryption: Encryption): Encrypter {
  const encrypter = new Encrypter();
  if ('passphrase' in encryption) encrypter.addRecipient(passphraseRecipient(encryption.passphrase));
  else for (const recipient of encryption.recipients) encrypter.addRecipient(recipient);
  return encrypter;
}

/** Nothing changes without encryption. */
const encrypted = (encryption: Encryption | undefined) =>
  async function* encrypt(plain: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    if (encryption === undefined) {
      yield* plain;
      return;
    }
    const encrypter = encrypterOf(encryption);
    const source = Readable.toWeb(Readable.from(plain)) as globalThis.ReadableStream<Uint8Array>;
    yield* Readable.fromWeb((await encrypter.encrypt(source)) as ReadableStream) as AsyncIterable<Buffer>;
  };

/**
 * Writes entries into a tar archive, compressed by zstd and, if asked, encrypted as age does. The tools of these names read it.
 * Only one entry is in memory at a time.
 */
export function writeArchive(sink: Writable, encryption?: Encryption): ArchiveWriter {
  const entries = pack();
  let bytes = 0;
  const hash = createHash('sha256');
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const written = pipeline(
    entries as unknown as Readable,
    createZstdCompress(compression),
    addDigest(),
    encrypted(encryption),
    count,
    sink,
  );
  // Whoever puts or ends hears of it; until then it must not count as unhandled.
  const failed = written.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => Promise.reject(error as Error),
  );
  failed.catch(() => undefined);
  return {
    async put(name, content) {
      const taken = new Promise<void>((resolve, reject) => {
        entries.entry({ name, size: content.length }, content, (error) =>
          error ? reject(error) : resolve(),
        );
      });
      await Promise.race([taken, failed]);
    },
    async end() {
      entries.finalize();
      await written;
      return { bytes, sha256: hash.digest('hex') };
    },
    async abort(reason) {
      entries.destroy(reason);
      sink.destroy(reason);
      await written.catch(() => undefined);
    },
  };
}
