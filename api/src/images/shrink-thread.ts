import { parentPort, workerData } from 'node:worker_threads';
import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image';

export interface Image {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg';
}

/** In pixels. */
export interface Box {
  width: number;
  height: number;
}

export type Shrunk = { bytes: Uint8Array } | { refused: 'IMAGE_PIXELS' | 'IMAGE_KIND' };

/** Each pixel takes eight bytes at most while the picture is decoded. */
const maxPixels = 10_000_000;
const jpegQuality = 90;

/** Reads only the header. The decoder itself refuses a picture that would take half a gigabyte. */
function sizeOf(picture: Transformer): Box | 'IMAGE_PIXELS' | 'IMAGE_KIND' {
  try {
    const { width, height } = picture.metadataSync();
    return width * height > maxPixels ? 'IMAGE_PIXELS' : { width, height };
  } catch (error) {
    return /limit exceeded/i.test(String(error)) ? 'IMAGE_PIXELS' : 'IMAGE_KIND';
  }
}

/** A new file with only the pixels, upright and within the box. The place where a photo was taken and further frames are dropped. */
function shrink([{ bytes, type }, box]: [Image, Box]): Shrunk {
  const picture = new Transformer(bytes);
  const size = sizeOf(picture);
  if (typeof size === 'string') return { refused: size };
  try {
    picture.rotate();
    if (size.width > box.width || size.height > box.height)
      picture.fastResize({ ...box, filter: FastResizeFilter.Lanczos3, fit: ResizeFit.Inside });
    return { bytes: type === 'image/png' ? picture.pngSync() : picture.jpegSync(jpegQuality) };
  } catch {
    return { refused: 'IMAGE_KIND' };
  }
}

parentPort?.postMessage(shrink(workerData as [Image, Box]), []);
