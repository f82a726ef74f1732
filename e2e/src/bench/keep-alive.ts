import { Agent, get } from 'node:http';

export type Ask = (path: string) => Promise<Buffer>;

/** Sends requests over connections that stay open, like a browser. An answer other than 200 ends the bench. */
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

/** Requests a second with this many clients, each of which sends its next request as soon as it has an answer. */
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
