// Runs outside jest, which cannot load the modules of PDF.js: reads a PDF from stdin, writes what a phone scans on its first
// page.
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsqr from 'jsqr';
import { renderPageAsImage } from 'unpdf';

const png = await renderPageAsImage(new Uint8Array(await buffer(process.stdin)), 1, {
  canvasImport: () => import('@napi-rs/canvas'),
  scale: 3,
});
const image = await loadImage(png);
const canvas = createCanvas(image.width, image.height);
const context = canvas.getContext('2d');
context.drawImage(image, 0, 0);
const { data } = context.getImageData(0, 0, image.width, image.height);
const found = jsqr(data, image.width, image.height);
process.stdout.write(JSON.stringify(found && { text: found.data, version: found.version }));
