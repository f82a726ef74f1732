import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Refusal } from '@daybook/contracts/refusals';
import { ExportQueue } from './export-queue.ts';
import type { QueueTerms, Turn } from './export-queue.ts';
import { eventually } from '../../test/installation.ts';
import { refuse } from './refuse.ts';
import { sendExport } from './send-export.ts';

const long = 60_000;
const terms: QueueTerms = {
  atOnce: 2,
  most: 20,
  mostOfPerson: 5,
  holdMs: long,
  keptMs: long,
  patienceMs: long,
};

const atQueues: (() => unknown)[] = [];
afterEach(() => {
  for (const leaves of atQueues.splice(0)) leaves();
});

/** People at a queue; `begun` names those who have had a turn, in order. */
function peopleAt(given: Partial<QueueTerms> = {}) {
  const queue = new ExportQueue({ ...terms, ...given });
  const begun: string[] = [];
  const ask = (userId: string, asked = 'list') => {
    const answer = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
    const turn = queue.turnOf({ userId, asked, answer }).then((its) => {
      begun.push(`${userId} ${asked}`);
      return its;
    });
    turn.catch(() => undefined);
    const leaves = () => answer.emit('close');
    atQueues.push(leaves);
    return { turn, leaves };
  };
  return { ask, begun };
}
const refusalOf = (turn: Promise<Turn>) =>
  turn.then(
    () => null,
    ({ code, params }: Refusal) => ({ code, ...params }),
  );
/** Waits until every settled promise has been handled. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

it('writes two at a time, for two people, and everyone’s first before anyone’s second', async () => {
  const { ask, begun } = peopleAt();
  const first = ask('Ann', 'invoices');
  const more = [ask('Ann', 'clients'), ask('Ann', 'tasks')];
  const other = ask('Ben', 'invoices');
  ask('Cid', 'invoices');
  ask('Dee', 'invoices');
  await heard();
  expect(begun).toEqual(['Ann invoices', 'Ben invoices']);
  (await first.turn).end();
  await heard();
  expect(begun.slice(2)).toEqual(['Cid invoices']);
  (await other.turn).end();
  await heard();
  expect(begun.slice(3)).toEqual(['Dee invoices']);
  more[0]?.leaves();
  await heard();
  expect(begun).toHaveLength(4);
});

it('gives nobody a second turn while they have one', async () => {
  const { ask, begun } = peopleAt();
  ask('Ann', 'invoices');
  ask('Ann', 'clients');
  await heard();
  expect(begun).toEqual(['Ann invoices']);
});

it('answers a waiting export with its place, and keeps the place for the next request', async () => {
  const { ask, begun } = peopleAt({ holdMs: 1 });
  const made = [await ask('Ann').turn, await ask('Ben').turn];
  expect(await refusalOf(ask('Cid').turn)).toEqual({ code: 'EXPORT_WAITS', before: 2 });
  expect(await refusalOf(ask('Dee').turn)).toEqual({ code: 'EXPORT_WAITS', before: 3 });
  expect(await refusalOf(ask('Cid').turn)).toEqual({ code: 'EXPORT_WAITS', before: 2 });
  made[0]?.end();
  await ask('Cid').turn;
  expect(await refusalOf(ask('Dee').turn)).toEqual({ code: 'EXPORT_WAITS', before: 2 });
  expect(begun).toEqual(['Ann list', 'Ben list', 'Cid list']);
});

it('gives the place of a person who does not come back to others', async () => {
  const { ask } = peopleAt({ holdMs: 1, keptMs: 1, most: 3 });
  await Promise.all([ask('Ann').turn, ask('Ben').turn]);
  await refusalOf(ask('Cid').turn);
  await eventually(async () =>
    expect(await refusalOf(ask('Dee').turn)).toEqual({ code: 'EXPORT_WAITS', before: 2 }),
  );
});

it('frees a place at once when its reader disconnects, in progress or waiting', async () => {
  const { ask, begun } = peopleAt();
  const [made] = [ask('Ann'), ask('Ben')];
  const waits = ask('Cid');
  ask('Dee');
  waits.leaves();
  expect(await refusalOf(waits.turn)).toEqual({ code: 'UNAVAILABLE' });
  made?.leaves();
  await heard();
  expect(begun).toEqual(['Ann list', 'Ben list', 'Dee list']);
});

it('refuses requests above its limit, and above the limit of one person', async () => {
  const { ask } = peopleAt({ most: 4, mostOfPerson: 2 });
  ask('Ann', 'invoices');
  ask('Ann', 'clients');
  expect(await refusalOf(ask('Ann', 'tasks').turn)).toEqual({ code: 'UNAVAILABLE' });
  ask('Ben');
  const last = ask('Cid');
  expect(await refusalOf(ask('Dee').turn)).toEqual({ code: 'UNAVAILABLE' });
  last.leaves();
  void ask('Dee').turn;
});

async function* pieces() {
  yield* [1, 2, 3];
}

it('lends the turn of a slow reader to others, and continues theirs before it begins another', async () => {
  const { ask, begun } = peopleAt({ atOnce: 1, patienceMs: 1 });
  const slow = await ask('Ann').turn;
  const read = slow.paced(pieces());
  await read.next();
  const other = await ask('Ben').turn;
  ask('Cid');
  const rest = read.next();
  await heard();
  expect(begun).toEqual(['Ann list', 'Ben list']);
  other.end();
  expect(await rest).toEqual({ done: false, value: 2 });
  expect(begun).toEqual(['Ann list', 'Ben list']);
  await read.return(undefined);
  await heard();
  expect(begun).toEqual(['Ann list', 'Ben list', 'Cid list']);
});

describe('over HTTP', () => {
  let app: FastifyInstance;
  let open: () => void;
  let base: string;
  beforeEach(async () => {
    const gate = new Promise<void>((resolve) => (open = resolve));
    app = Fastify({ forceCloseConnections: true });
    app.setErrorHandler(refuse);
    app.decorateRequest('caller', null);
    app.addHook('onRequest', async (request) => {
      request.caller = { id: request.headers.from } as never;
    });
    app.get('/', async (_request, reply) =>
      sendExport(
        reply,
        'xlsx',
        async () => {
          await gate;
          return { rows: [1], pageSize: 20, next: null, previous: null };
        },
        { name: 'list', sheet: 'List', columns: [{ header: 'N', value: (n) => n }] },
      ),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    open();
    await app.close();
  });
  const ask = (from: string, list: string, signal?: AbortSignal) =>
    fetch(`${base}/?list=${list}`, { headers: { from }, ...(signal && { signal }) });

  it('answers a waiting request with its place, and with 503 and Retry-After when the queue is full', async () => {
    const made = [ask('Ann', 'a'), ask('Ben', 'a')];
    const waits = await ask('Cid', 'a');
    expect(waits.status).toBe(429);
    expect(waits.headers.get('retry-after')).toBe('1');
    expect(await waits.json()).toMatchObject({ code: 'EXPORT_WAITS', params: { before: 2 } });
    const others = ['b', 'c', 'd', 'e'].map((list) => ask('Ann', list));
    const refused = await Promise.all(['f', 'g', 'h', 'i', 'j'].map((list) => ask('Ann', list)));
    const full = refused.find(({ status }) => status === 503);
    expect(full?.headers.get('retry-after')).toBe('2');
    expect(await full?.json()).toMatchObject({ code: 'UNAVAILABLE' });
    open();
    const answers = await Promise.all([...made, ...others, ask('Cid', 'a')]);
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(3);
  });

  it('begins the next one when a reader hangs up before the file is written', async () => {
    const leaves = new AbortController();
    const left = ask('Ann', 'a', leaves.signal).catch(() => null);
    const made = ask('Ben', 'a');
    expect((await ask('Cid', 'a')).status).toBe(429);
    leaves.abort();
    await left;
    open();
    expect((await made).status).toBe(200);
    expect((await ask('Cid', 'a')).status).toBe(200);
  });
});
