// Runs alone: what listens to calls and to the session is registered once in a page.

import { z } from 'zod';
import { endpoint } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { call, callAs, download, http, isRefusal, queryOf, type ApiRefusal } from '@daybook/shared/call';
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
