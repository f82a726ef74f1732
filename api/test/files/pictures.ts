import { crc32, deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface Grey {
  width: number;
  height: number;
  /** What follows the header: as many rows as the header says, unless a test makes it wrong. */
  rows?: Buffer;
  /** Chunks before the pixels. */
  more?: Buffer[];
}

/** A black PNG of one bit a pixel, or of 64 to be large in memory. */
function png(
  { width, height, rows, more = [] }: Grey,
  [depth, kind, bits]: [number, number, number],
): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, kind, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(rows ?? Buffer.alloc((Math.ceil((width * bits) / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
export const blackPng = (asked: Grey): Buffer => png(asked, [1, 0, 1]);
export const deepPng = (asked: Grey): Buffer => png(asked, [16, 6, 64]);

/** The chunks that make a PNG an animation of so many frames. */
export const animation = (frames: number): Buffer => {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  return chunk('acTL', control);
};

export function pictureOf(type: 'png' | 'jpeg' | 'webp', width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  return type === 'png' ? canvas.encodeSync(type) : canvas.encodeSync(type);
}

/** The same JPEG with a header that gives another size. */
export function lyingJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(jpeg);
  const frame = lying.indexOf(Buffer.from([0xff, 0xc0]));
  lying.writeUInt16BE(height, frame + 5);
  lying.writeUInt16BE(width, frame + 7);
  return lying;
}
