// Shrinks the largest accepted picture, one and then six at once. Writes how many more bytes six took at their peak than
// one, and how many they left behind.
import { boxes, readImage } from '../../src/images/read-image.ts';
import { deepPng } from './pictures.ts';

const deep = deepPng({ width: 4000, height: 2500 }).toString('base64');

/** The peak memory of the process, in bytes, while so many pictures were shrunk at once. */
async function mostFor(pictures: number): Promise<number> {
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  await Promise.all(Array.from({ length: pictures }, () => readImage(deep, boxes.logo)));
  clearInterval(look);
  return most;
}

await mostFor(1);
const one = await mostFor(1);
const before = process.memoryUsage.rss();
const six = await mostFor(6);
process.stdout.write(JSON.stringify([six - one, process.memoryUsage.rss() - before]));
