import { Agent, get } from 'node:http';

export type Ask = (path: string) => Promise<Buffer>;

/** A caller over connections that stay open, as a browser's do; what is not answered with 200 ends the bench. */
export function askerOf(url: string, token: string, connections: number): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `Bearer ${token}` };
  return (path) =>
    new Promise((resolve, reject) => {
      get(url + path, { agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const body = Buffer.concat(parts);
          if (answer.statusCode === 200) resolve(body);
          else reject(new Error(`${path} answered ${answer.statusCode}: ${body.toString().slice(0, 300)}`));
        });
        answer.on('error', reject);
      }).on('error', reject);
    });
}

/** How many a second, with so many who ask again as soon as they are answered. */
export async function perSecond(
  clients: number,
  milliseconds: number,
  work: (run: number) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > milliseconds;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        await work(done);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - startedAt) / 1000);
}
