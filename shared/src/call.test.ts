// Runs alone: what listens to calls and to the session is registered once in a page.

import { z } from 'zod';
import { endpoint } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import {
  askAhead,
  call,
  callAs,
  download,
  http,
  isRefusal,
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
  print: endpoint({
    method: 'GET',
    path: '/things/:id/pdf',
    allow: 'signedIn',
    file: true,
    input: z.object({ id: z.string() }),
    output: z.any(),
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

describe('call', () => {
  it('puts path, body, version, key and token in their places', async () => {
    const server = fakeServer(things, { edit: ({ input }) => ({ name: input.name }) });
    const asked = jest.spyOn(http, 'request');
    expect(
      await call(things.edit, { id: 'a/b', name: 'x' }, { version: 3, idempotencyKey: 'key-1' }),
    ).toEqual({
      name: 'x',
    });
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      method: 'PATCH',
      url: '/things/a%2Fb',
      data: { name: 'x' },
      headers: {
        Authorization: 'Bearer secret',
        'If-Match': '3',
        'Idempotency-Key': 'key-1',
        'Accept-Language': 'en',
      },
    });
    expect(server.requests[0]?.version).toBe(3);
  });

  it('throws a refusal with code, fields and the current record', async () => {
    fakeServer(things, {
      edit: () => {
        throw new Refusal('VERSION_CONFLICT', { current: { version: 4 } }, { name: [{ code: 'REQUIRED' }] });
      },
    });
    const refusal = await refusalOf(call(things.edit, { id: '1', name: 'x' }));
    expect(refusal).toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { version: 4 },
      fields: { name: [{ code: 'REQUIRED' }] },
      traceId: 'test-trace',
    });
  });

  it('reports a lost connection as NETWORK, with the text "Error"', async () => {
    fakeServer(things, {
      edit: () => {
        throw lostConnection();
      },
    });
    expect(await refusalOf(call(things.edit, { id: '1', name: 'x' }))).toMatchObject({
      code: 'NETWORK',
      message: 'Error',
    });
  });

  it('reports a gateway’s own error page as unavailable', async () => {
    http.defaults.adapter = async (config) =>
      Promise.resolve({ config, status: 502, statusText: '', headers: {}, data: '<html>' });
    expect(await refusalOf(call(things.edit, { id: '1', name: 'x' }))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('passes a 401 and the versions of every answer to the session', async () => {
    const server = fakeServer(things, {
      edit: () => {
        throw new Refusal('TOKEN_EXPIRED');
      },
    });
    server.headers = { 'x-permission-version': '7', 'x-contract-version': '1.2.0' };
    await refusalOf(call(things.edit, { id: '1', name: 'x' }));
    expect(ended.mock.calls).toEqual([['secret', true]]);
    expect(seen).toHaveBeenCalledWith({ permission: '7', contract: '1.2.0' });
  });

  it('does not count as activity when the page calls by itself', async () => {
    fakeServer(things, {
      edit: () => {
        throw new Refusal('TOKEN_EXPIRED');
      },
    });
    await refusalOf(call(things.edit, { id: '7', name: 'x' }, { byItself: true }));
    expect(ended.mock.calls).toEqual([['secret', false]]);
  });

  it('is sent again under the same key when its owner has signed in again, and otherwise refused', async () => {
    let token = 'old';
    callAs({ token: () => token, ended, owes: () => undefined, seen });
    ended.mockImplementationOnce(async () => {
      token = 'new';
      return true;
    });
    const server = fakeServer(things, {
      edit: ({ input }) => {
        if (token === 'old') throw new Refusal('TOKEN_EXPIRED');
        return { name: input.name };
      },
    });
    expect(await call(things.edit, { id: '1', name: 'x' }, { idempotencyKey: 'k' })).toEqual({ name: 'x' });
    expect(server.requestsTo(things.edit).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k', 'k']);
    token = 'old';
    await refusalOf(call(things.edit, { id: '1', name: 'x' }));
    expect(server.requestsTo(things.edit)).toHaveLength(3);
  });

  it('downloads a file under its own name', async () => {
    const server = fakeServer(things, { print: () => new Blob(['pdf']) });
    server.headers = {
      'content-disposition': `attachment; filename="x.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82.pdf`,
    };
    const { name, blob } = await download(things.print, { id: '1' });
    expect(name).toBe('請求.pdf');
    expect(blob.size).toBe(3);
  });

  it('reports when a waiting file starts to arrive', async () => {
    fakeServer(things, { print: () => new Blob(['pdf']) });
    const { adapter } = http.defaults;
    http.defaults.adapter = async (config) => {
      for (const status of [429, 200])
        config.onDownloadProgress?.({ event: { target: { status } } } as never);
      return (adapter as (given: typeof config) => Promise<never>)(config);
    };
    const told: number[] = [];
    await download(things.print, { id: '1' }, { onWait: (before) => told.push(before) });
    expect(told).toEqual([0]);
  });

  it('reports why a file is refused', async () => {
    fakeServer(things, {
      print: () => {
        throw new Refusal('NOT_FOUND');
      },
    });
    expect(await refusalOf(download(things.print, { id: '1' }))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a query', () => {
  it('repeats arrays, brackets filters and leaves out absent values', () => {
    const query = queryOf({
      q: '',
      cursor: null,
      pageSize: 50,
      filter: { status: ['draft', 'issued'], client: undefined },
    });
    expect(decodeURIComponent(query.toString())).toBe(
      'pageSize=50&filter[status]=draft&filter[status]=issued',
    );
  });
});

const search = (q: string) => queryOf({ q });

describe('a request sent ahead', () => {
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
