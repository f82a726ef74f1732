import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { refuseField } from '@daybook/contracts/refusals';
import type { Box, Image, Shrunk } from './shrink-thread.ts';

const maxBytes = 300 * 1024;

const signatures = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const;

const millimetresOfAnInch = 25.4;
const dotsOf = (millimetres: number): number => Math.round((millimetres / millimetresOfAnInch) * 600);

/** The size at which a picture is shown: a logo on paper, as `masthead` in layout.typ measures it, at 600 dots an inch; a photo on a screen. */
export const boxes = {
  logo: { width: dotsOf(60), height: dotsOf(14) },
  photo: { width: 256, height: 256 },
} satisfies Record<string, Box>;

/** Runs in a thread that ends with the work: the garbage collector would keep the decoded picture, up to 80 MB outside its heap, for long. */
async function inThread(image: Image, box: Box): Promise<Shrunk> {
  const thread = new Worker(path.join(import.meta.dirname, 'shrink-thread.ts'), {
    workerData: [image, box],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  });
  const answered = once(thread, 'message') as Promise<[Shrunk]>;
  const [[shrunk]] = await Promise.all([answered, once(thread, 'exit')]);
  return shrunk;
}

let last: Promise<unknown> = Promise.resolve();

/** Decodes one picture at a time, however many are sent. */
function shrink(image: Image, box: Box): Promise<Shrunk> {
  const next = last.then(() => inThread(image, box));
  last = next.catch(() => undefined);
  return next;
}

function typeOf(bytes: Buffer): Image['type'] {
  if (bytes.length > maxBytes) throw refuseField('INPUT_INVALID', 'image', {}, 'IMAGE_TOO_LARGE');
  for (const type of ['image/png', 'image/jpeg'] as const) {
    if (signatures[type].every((byte, index) => bytes[index] === byte)) return type;
  }
  throw refuseField('INPUT_INVALID', 'image', {}, 'IMAGE_KIND');
}

/**
 * The picture in base64, whatever the name of its file is. It is decoded once, here, so that no browser and no printer ever reads
 * the bytes that were uploaded. Refuses on `image`: IMAGE_TOO_LARGE, IMAGE_PIXELS, IMAGE_KIND.
 */
export async function readImage(image: string, box: Box): Promise<Image> {
  const bytes = Buffer.from(image, 'base64');
  const type = typeOf(bytes);
  const shrunk = await shrink({ bytes, type }, box);
  if ('refused' in shrunk) throw refuseField('INPUT_INVALID', 'image', {}, shrunk.refused);
  return { bytes: Buffer.from(shrunk.bytes), type };
}
