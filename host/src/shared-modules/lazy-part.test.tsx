import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { lazyPart } from './lazy-part.ts';

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <p>
    {label}: {children}
  </p>
);

describe('a lazy part', () => {
  it('shows its children until it is loaded, and then itself with its properties', async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: typeof Part }>();
    const Lazy = lazyPart(async () => promise);
    render(<Lazy label="Filter">Status</Lazy>);
    expect(screen.queryByText('Status')).not.toBeNull();
    await act(async () => resolve({ default: Part }));
    expect(screen.queryByText('Filter: Status')).not.toBeNull();
  });

  it('is asked for again until it comes, while what is around it stays', async () => {
    jest.useFakeTimers();
    const load = jest.fn<Promise<{ default: typeof Part }>, []>();
    load.mockRejectedValueOnce(new Error('Loading chunk failed')).mockResolvedValue({ default: Part });
    const Lazy = lazyPart(load);
    render(
      <>
        <p>Around it</p>
        <Lazy label="Filter">Status</Lazy>
      </>,
    );
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText('Around it')).not.toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.queryByText('Filter: Status')).not.toBeNull();
    jest.useRealTimers();
  });
});
