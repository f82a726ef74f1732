import { act, screen, waitFor } from '@testing-library/react';
import { notify } from '@daybook/shared/notify';
import { renderScreen } from '@daybook/shared/test/render-screen';

const shortMs = 4_000;

afterEach(() => jest.useRealTimers());

/** A notice; then time also passes by `pass`. */
async function show(given: Parameters<typeof notify.success>[1] = {}) {
  const { user } = await renderScreen(<p>The screen</p>);
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
  act(() => notify.success('Saved.', given));
  await screen.findByText('Saved.');
  return user;
}
const pass = async (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const gone = async () => waitFor(() => expect(screen.queryByText('Saved.')).not.toBeInTheDocument());

describe('a notice', () => {
  it('disappears after its time, which begins anew with a notice that replaces it', async () => {
    await show({ key: 'one' });
    await pass(shortMs - 1_000);
    act(() => notify.success('Saved again.', { key: 'one' }));
    await screen.findByText('Saved again.');
    await pass(shortMs - 1_000);
    expect(screen.getByText('Saved again.')).toBeVisible();
    await pass(1_000);
    await waitFor(() => expect(screen.queryByText('Saved again.')).not.toBeInTheDocument());
  });

  it('stays while the pointer is on its button', async () => {
    const run = jest.fn();
    const user = await show({ action: { label: 'Undo', run } });
    await user.hover(screen.getByRole('button', { name: 'Undo' }));
    await pass(60_000);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledTimes(1);
    await gone();
  });

  it('lets the page rest while it stands, so that what is loaded meanwhile is shown at once', async () => {
    await renderScreen(<p>The screen</p>);
    act(() => notify.success('Saved.'));
    await screen.findByText('Saved.');
    // As soon as it has appeared, it asks for no further frame.
    const frames = jest.spyOn(window, 'requestAnimationFrame');
    await waitFor(
      async () => {
        frames.mockClear();
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        expect(frames).not.toHaveBeenCalled();
      },
      { timeout: shortMs / 2 },
    );
    frames.mockRestore();
    expect(screen.getByText('Saved.')).toBeVisible();
  });
});
