import { z } from 'zod';
import { render, screen } from '@testing-library/react';
import { endpoint } from '@daybook/contracts/endpoint';
import { askAhead, http } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { useRead } from './use-read.tsx';

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
  it('is drawn with them at once, and asks for nothing', async () => {
    // Other tests let answers be old at once.
    queryClient.setDefaultOptions({ queries: { staleTime: 15_000 } });
    const server = fakeServer(notes, { list: () => ({ rows: ['Call Mrs Sato'] }) });
    const request = jest.spyOn(http, 'request');
    askAhead('/notes', new URLSearchParams());
    await request.mock.results[0]?.value;
    render(<Notes />);
    expect(screen.getByText('Call Mrs Sato')).toBeVisible();
    expect(new Set(drawn)).toEqual(new Set(['Call Mrs Sato']));
    await new Promise((resolve) => setTimeout(resolve));
    expect(server.requestsTo(notes.list)).toHaveLength(1);
  });
});
