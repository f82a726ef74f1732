// Runs alone: what listens to calls and to the session is registered once in a page.

import { z } from 'zod';
import { endpoint } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import {
  askAhead,
  call,
  callAs,
  http,
  isRefusal,
  keepAhead,
  outputAhead,
  queryOf,
  type ApiRefusal,
} from '@daybook/shared/call';
import { i18n } from '@daybook/shared/i18n';
import { fakeServer, lostConnection } from '@daybook/shared/test/fake-server';

const things = {
  edit: endpoint({
    method: 'PATCH',
    path: '/things/:id',
    allow: 'signedIn',
    versioned: true,
    input: z.object({ id: z.string(), name: z.string() }),
    output: z.object({ name: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/things',
    allow: 'signedIn',
    input: z.object({ q: z.string().optional() }),
    output: z.object({ rows: z.array(z.string()) }),
  }),
};

const ended = jest.fn(async (_used: string | null, _isWrite: boolean) => false);
const seen = jest.fn();
beforeEach(() => {
  jest.clearAllMocks();
  callAs({ token: () => 'secret', ended, owes: () => undefined, seen });
});

const refusalOf = async (work: Promise<unknown>): Promise<ApiRefusal> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isRefusal(error)) throw new Error('it was not refused');
  return error;
};

const search = (q: string) => queryOf({ q });

describe('a request sent ahead', () => {
  it('is not used after a write, even if its answer is kept only then', async () => {
    const server = fakeServer(things, {
      list: () => ({ rows: ['new'] }),
      edit: ({ input }) => ({ name: input.name }),
    });
    const askedAt = performance.now();
    await call(things.edit, { id: '1', name: 'tea' }, { version: 1 });
    const answer = Promise.resolve({
      status: 200,
      headers: {},
      data: { status: true, data: { rows: ['old'] } },
    });
    keepAhead({ address: '/things?q=tea', token: 'secret', language: i18n.language, answer, askedAt });
    expect(await call(things.list, { q: 'tea' })).toEqual({ rows: ['new'] });
    expect(server.requestsTo(things.list)).toHaveLength(1);
  });

  it('answers the first call that equals it, and no other', async () => {
    const server = fakeServer(things, { list: () => ({ rows: ['a'] }) });
    askAhead('/things', search('tea'));
    expect(await call(things.list, { q: 'tea' })).toEqual({ rows: ['a'] });
    expect(seen).toHaveBeenCalledTimes(1);
    expect(server.requestsTo(things.list)).toHaveLength(1);
    await call(things.list, { q: 'tea' });
    askAhead('/things', search('tea'));
    await call(things.list, { q: 'salt' });
    expect(server.requestsTo(things.list).map(({ input }) => input['q'])).toEqual([
      'tea',
      'tea',
      'tea',
      'salt',
    ]);
  });

  it('is sent again where it was lost, where another person is signed in now, and when it is old', async () => {
    const lose = jest.fn<{ rows: string[] }, []>().mockImplementationOnce(() => {
      throw lostConnection();
    });
    const server = fakeServer(things, { list: lose.mockReturnValue({ rows: ['b'] }) });
    askAhead('/things', search(''));
    expect(await call(things.list, {})).toEqual({ rows: ['b'] });
    askAhead('/things', search(''));
    callAs({ token: () => 'another', ended, owes: () => undefined, seen });
    await call(things.list, {});
    askAhead('/things', search(''));
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    await call(things.list, {});
    clock.mockRestore();
    expect(server.requestsTo(things.list)).toHaveLength(6);
  });

  it('is sent again once the language has changed', async () => {
    const server = fakeServer(things, { list: () => ({ rows: ['a'] }) });
    askAhead('/things', search(''));
    await i18n.changeLanguage('fr');
    await call(things.list, {});
    await i18n.changeLanguage('en');
    expect(server.requestsTo(things.list)).toHaveLength(2);
  });

  it('is dropped after a write', async () => {
    const server = fakeServer(things, { list: () => ({ rows: ['a'] }), edit: () => ({ name: 'x' }) });
    askAhead('/things', search(''));
    await call(things.edit, { id: '1', name: 'x' }, { version: 1 });
    await call(things.list, {});
    expect(server.requestsTo(things.list)).toHaveLength(2);
  });

  it('reports a refusal to its caller, and to nobody before', async () => {
    const server = fakeServer(things, {
      list: () => {
        throw new Refusal('PERM_DENIED');
      },
    });
    askAhead('/things', search(''));
    expect((await refusalOf(call(things.list, {}))).code).toBe('PERM_DENIED');
    expect(server.requestsTo(things.list)).toHaveLength(1);
  });

  it('gives its output without waiting once it has come, and only once', async () => {
    const server = fakeServer(things, { list: () => ({ rows: ['a'] }) });
    askAhead('/things', search('tea'));
    expect(outputAhead(things.list, { q: 'tea' })).toBeUndefined();
    await settled();
    expect(outputAhead(things.list, { q: 'salt' })).toBeUndefined();
    expect(seen).not.toHaveBeenCalled();
    expect(outputAhead(things.list, { q: 'tea' })).toEqual({ rows: ['a'] });
    expect(outputAhead(things.list, { q: 'tea' })).toBeUndefined();
    await settled();
    expect(seen).toHaveBeenCalledTimes(1);
    expect(server.requestsTo(things.list)).toHaveLength(1);
  });

  it('gives no output of another person, nor a refusal, which stays for the call', async () => {
    const server = fakeServer(things, {
      list: ({ input }) => {
        if (input.q === 'tea') throw new Refusal('PERM_DENIED');
        return { rows: [] };
      },
    });
    askAhead('/things', search('tea'));
    askAhead('/things', search('salt'));
    await settled();
    expect(outputAhead(things.list, { q: 'tea' })).toBeUndefined();
    expect((await refusalOf(call(things.list, { q: 'tea' }))).code).toBe('PERM_DENIED');
    expect(server.requestsTo(things.list)).toHaveLength(2);
    callAs({ token: () => 'another', ended, owes: () => undefined, seen });
    expect(outputAhead(things.list, { q: 'salt' })).toBeUndefined();
  });
});

const request = jest.spyOn(http, 'request');

/** Once every request has its answer. */
const settled = async () => {
  await Promise.allSettled(request.mock.results.map(({ value }) => value as Promise<unknown>));
};
