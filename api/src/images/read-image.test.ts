import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadImage } from '@napi-rs/canvas';
import type { Refusal } from '@daybook/contracts/refusals';
import { animation, blackPng, lyingJpeg, pictureOf } from '../../test/files/pictures.ts';
import { boxes, readImage } from './read-image.ts';

const megabyte = 1024 * 1024;

const kept = (bytes: Buffer, box = boxes.logo) => readImage(bytes.toString('base64'), box);

const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await loadImage((await kept(bytes)).bytes);
  return [width, height];
};

const refusedWith = (bytes: Buffer) =>
  kept(bytes).then(
    () => 'kept',
    (refusal: Refusal) => refusal.fields.image?.[0]?.code,
  );

describe('a picture', () => {
  it('is stored at the size it is shown at, and never enlarged', async () => {
    expect(await sizeOf(pictureOf('png', 3000, 1000))).toEqual([993, 331]);
    expect(await sizeOf(pictureOf('jpeg', 3000, 500))).toEqual([1417, 236]);
    expect(await sizeOf(pictureOf('png', 60, 20))).toEqual([60, 20]);
  });

  it('keeps its format, PNG or JPEG', async () => {
    expect(await kept(pictureOf('png', 60, 20))).toMatchObject({ type: 'image/png' });
    const { bytes, type } = await kept(pictureOf('jpeg', 60, 20));
    expect([type, bytes.readUInt16BE(0)]).toEqual(['image/jpeg', 0xffd8]);
  });

  it('is refused by the size in its header, before a pixel is decoded', async () => {
    const hostile = blackPng({ width: 40_000, height: 40_000 });
    expect(hostile.length).toBeLessThan(200_000);
    expect(await refusedWith(hostile)).toBe('IMAGE_PIXELS');
    expect(await refusedWith(hostile.subarray(0, 100))).toBe('IMAGE_PIXELS');
    expect(await refusedWith(blackPng({ width: 4001, height: 2500 }))).toBe('IMAGE_PIXELS');
    expect(await refusedWith(blackPng({ width: 4000, height: 2500 }))).toBe('kept');
    const jpeg = pictureOf('jpeg', 60, 20);
    expect(await refusedWith(lyingJpeg(jpeg, 65_000, 65_000))).toBe('IMAGE_PIXELS');
  });

  it('gains nothing by a false size in its header', async () => {
    const rows = Buffer.alloc(100_000_000);
    expect(await sizeOf(blackPng({ width: 16, height: 8, rows }))).toEqual([16, 8]);
    expect(await refusedWith(blackPng({ width: 2000, height: 2000, rows: Buffer.alloc(99) }))).toBe(
      'IMAGE_KIND',
    );
  });

  it('is stored as one frame, even when it was an animation', async () => {
    const { bytes } = await kept(blackPng({ width: 16, height: 8, more: [animation(1_000_000)] }));
    expect(bytes.includes('acTL')).toBe(false);
  });

  it('is refused unless it is PNG or JPEG, and complete', async () => {
    const gif = Buffer.from('474946383961010001008000000000000000002c00000000010001000002024401003b', 'hex');
    const none = [
      gif,
      pictureOf('webp', 60, 20),
      Buffer.from('<svg/>'),
      pictureOf('png', 60, 20).subarray(0, 50),
    ];
    for (const bytes of none) expect(await refusedWith(bytes)).toBe('IMAGE_KIND');
  });

  it('frees its memory; many sent at once need no more than one', async () => {
    // In a process of its own, so that the memory of the tests is not measured.
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(__dirname, '../../test/files/shrink-many.ts'),
    ]);
    const [beyondOne, leftBehind] = JSON.parse(stdout) as [number, number];
    expect(beyondOne).toBeLessThan(40 * megabyte);
    expect(leftBehind).toBeLessThan(40 * megabyte);
  });
});
