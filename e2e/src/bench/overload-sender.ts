import { Agent, get } from 'node:http';

// Sends requests over many connections, each as soon as its last one is answered, from a process of its own: URL, token,
// connections and seconds are its arguments. Prints how many answers there were of each kind.

const [url = '', token = '', connections = '200', seconds = '20'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const until = performance.now() + Number(seconds) * 1_000;
const answers: Record<string, number> = {};

const ask = (): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(String(answer.statusCode)));
    }).on('error', (error) => resolve(error.message));
  });

await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < until) {
      const answer = await ask();
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  }),
);
agent.destroy();
console.log(JSON.stringify(answers));
