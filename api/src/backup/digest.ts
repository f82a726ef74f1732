import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { BackupRefused } from './manifest.ts';
import { storedArchive } from './stored-archive.ts';
import type { Archive } from './stored-archive.ts';

// The last bytes of an archive are a frame that zstd skips, with the SHA-256 of everything before it. Without it, a changed byte in the
// head of a frame, which zstd's own checksum does not cover, would go unnoticed.
const frameHead = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const frameLength = frameHead.length + 32;

/** The SHA-256 of a whole archive as it is stored. */
export async function digestOf(archive: Archive, tell: () => void = () => undefined): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await storedArchive(archive).read()) {
    hash.update(chunk as Buffer);
    tell();
  }
  return hash.digest('hex');
}

/** Passes everything on, and ends it with its digest. */
export function addDigest(): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, Buffer.concat([frameHead, hash.digest()]));
    },
  });
}

/** Passes on what precedes the digest; fails at the end if the two do not agree. */
export function checkDigest(): Transform {
  const hash = createHash('sha256');
  let kept = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([kept, chunk]);
      const passed = all.subarray(0, Math.max(0, all.length - frameLength));
      kept = Buffer.from(all.subarray(passed.length));
      hash.update(passed);
      done(null, passed);
    },
    flush(done) {
      const agrees = kept.equals(Buffer.concat([frameHead, hash.digest()]));
      done(agrees ? null : new BackupRefused('it was cut off or altered after it was written'));
    },
  });
}
