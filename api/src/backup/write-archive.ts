import { Encrypter } from 'age-encryption';
import { Readable, Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { addDigest } from './digest.ts';

/** Two to the 17th rounds of scrypt, as OWASP asks for; they take 128 MB for a moment. */
const scryptRounds = 17;

const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

export interface ArchiveWriter {
  /** Resolves when there is room for the next entry. */
  put(name: string, content: Buffer): Promise<void>;
  /** Completes the archive; resolves with its size once the sink has everything. */
  end(): Promise<number>;
  /** Gives up; the sink is destroyed, so that nobody takes what it has for an archive. */
  abort(reason: Error): Promise<void>;
}

/** Nothing changes without a passphrase. */
const encryption = (passphrase: string | undefined) =>
  async function* encrypt(plain: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    if (passphrase === undefined) {
      yield* plain;
      return;
    }
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(scryptRounds);
    const source = Readable.toWeb(Readable.from(plain)) as globalThis.ReadableStream<Uint8Array>;
    yield* Readable.fromWeb((await encrypter.encrypt(source)) as ReadableStream) as AsyncIterable<Buffer>;
  };

/**
 * Writes entries into a tar archive, compressed by zstd and, with a passphrase, encrypted as age does. The tools of these names read it.
 * Only one entry is in memory at a time.
 */
export function writeArchive(sink: Writable, passphrase?: string): ArchiveWriter {
  const entries = pack();
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(
    entries as unknown as Readable,
    createZstdCompress(compression),
    addDigest(),
    encryption(passphrase),
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
      return size;
    },
    async abort(reason) {
      entries.destroy(reason);
      sink.destroy(reason);
      await written.catch(() => undefined);
    },
  };
}
