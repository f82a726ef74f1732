import { z } from 'zod';
import { QueryObserver } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { endpoint } from '@daybook/contracts/endpoint';
import { askAhead, http } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { queryOfRead, useRead } from './use-read.tsx';

const notes = {
  list: endpoint({
    method: 'GET',
    path: '/notes',
    allow: 'signedIn',
    input: z.object({}),
    output: z.object({ rows: z.array(z.string()) }),
  }),
};

const drawn: string[] = [];
function Notes() {
  const { data } = useRead(notes.list, {});
  const text = data?.rows.join() ?? 'waiting';
  drawn.push(text);
  return <p>{text}</p>;
}

describe('a screen whose rows have come before its code', () => {
  const { queries } = queryClient.getDefaultOptions();
  beforeEach(() => {
    queryClient.clear();
    // Other tests let answers be old at once.
    queryClient.setDefaultOptions({ queries: { staleTime: 15_000 } });
  });
  afterEach(() => queryClient.setDefaultOptions({ queries }));

  it('is drawn with them at once, and asks for nothing', async () => {
    const server = fakeServer(notes, { list: () => ({ rows: ['Call Mrs Sato'] }) });
    const request = jest.spyOn(http, 'request');
    askAhead('/notes', new URLSearchParams());
    await request.mock.results.at(-1)?.value;
    render(<Notes />);
    expect(screen.getByText('Call Mrs Sato')).toBeVisible();
    expect(new Set(drawn)).toEqual(new Set(['Call Mrs Sato']));
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.requestsTo(notes.list)).toHaveLength(1);
  });

  it('asks for nothing where the rows come after it has been drawn and before it is on the page', async () => {
    const server = fakeServer(notes, { list: () => ({ rows: ['Call Mr Roy'] }) });
    const request = jest.spyOn(http, 'request');
    askAhead('/notes', new URLSearchParams());
    const seen = new QueryObserver(queryClient, queryOfRead(notes.list, {}));
    expect(seen.getCurrentResult().data).toBeUndefined();
    await request.mock.results.at(-1)?.value;
    const stop = seen.subscribe(() => undefined);
    await waitFor(() => expect(seen.getCurrentResult().data).toEqual({ rows: ['Call Mr Roy'] }));
    expect(server.requestsTo(notes.list)).toHaveLength(1);
    stop();
  });
});
