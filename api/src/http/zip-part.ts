import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Zip, ZipInputFile } from 'fflate';

/** A higher level would make a list a tenth smaller in twice the time. */
const level = 3;

/**
 * A file of a ZIP archive that is written as it arrives. The threads of zlib deflate it, so the thread that answers requests only
 * hands over text. Data of a later file waits in the archive, deflated.
 */
export class ZipPart implements ZipInputFile {
  readonly filename: string;
  readonly compression = 8;
  size = 0;
  crc = 0;
  /** Set by the archive. */
  ondata?: ZipInputFile['ondata'];
  readonly #deflate = createDeflateRaw({ level });

  constructor(zip: Zip, filename: string) {
    this.filename = filename;
    zip.add(this);
    this.#deflate.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata?.(null, chunk, false));
  }

  /** Called when the archive is given up. */
  readonly terminate = (): void => void this.#deflate.destroy();

  /** Resolves when more may be written. */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
    if (!this.#deflate.write(bytes)) await once(this.#deflate, 'drain');
  }

  async end(text: string): Promise<void> {
    await this.write(text);
    const ended = once(this.#deflate, 'end');
    this.#deflate.end();
    await ended;
    this.ondata?.(null, new Uint8Array(), true);
  }
}
