import { Duplex } from 'node:stream';
import type { Writable } from 'node:stream';
import type { Bucket, Part } from './bucket.ts';

/** A bucket takes 10,000 parts of an object, so this allows 80 GB; one part at a time is in memory. */
const partBytes = 8 * 1024 * 1024;

/** The buffer is used again: a part has been sent when the next one is asked for. */
async function* inParts(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length;) {
      const copied = chunk.copy(part, filled, taken);
      taken += copied;
      filled += copied;
      if (filled < size) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Sends what it is given in parts, and completes the object at the end. Whoever gives up ends the upload. */
export function uploadSink(bucket: Bucket, name: string, upload: string, size = partBytes): Writable {
  return Duplex.from(async (chunks: AsyncIterable<Buffer>) => {
    const parts: Part[] = [];
    for await (const content of inParts(chunks, size))
      parts.push(await bucket.putPart(name, upload, parts.length + 1, content));
    await bucket.complete(name, upload, parts);
  });
}
