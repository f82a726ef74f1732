import { act, screen } from '@testing-library/react';
import { Suspense, useCallback, useState } from 'react';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts } from '../test/host-screen.tsx';
import { laterByItself, laterPanel, type PanelProps } from './later-panel.tsx';

const Drawer = ({ isOpen }: PanelProps) => isOpen && <p>Notifications of today</p>;

/** Code that cannot be loaded until the line is repaired. */
function lineDown() {
  const line = { isDown: true };
  const load = async () => {
    if (line.isDown) throw new Error('Loading chunk failed');
    return { default: Drawer };
  };
  return { line, load };
}

function page(Panel: ReturnType<typeof laterPanel>) {
  return function Page() {
    const [isOpen, setOpen] = useState(false);
    const close = useCallback(() => setOpen(false), []);
    const [hasOpened, setOpened] = useState(false);
    if (isOpen && !hasOpened) setOpened(true);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Bell
        </button>
        <Suspense>{hasOpened && <Panel isOpen={isOpen} onClose={close} />}</Suspense>
      </>
    );
  };
}

describe('a panel of the shell that cannot be loaded', () => {
  beforeEach(() => jest.spyOn(console, 'error').mockReturnValue());
  afterEach(() => jest.useRealTimers());

  it('is answered by a notice, and comes when it is opened again', async () => {
    const { line, load } = lineDown();
    const Page = page(laterPanel(load));
    const { user } = await renderScreen(<Page />, { texts: hostTexts });
    const bell = screen.getByRole('button', { name: 'Bell' });
    await user.click(bell);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This part could not be loaded/);
    line.isDown = false;
    await user.click(bell);
    expect(await screen.findByText('Notifications of today')).toBeVisible();
  });

  it('is asked for again by itself, if nobody opens it', async () => {
    jest.useFakeTimers();
    const { line, load } = lineDown();
    const Notices = laterByItself(load);
    await renderScreen(
      <Suspense>
        <Notices isOpen onClose={() => undefined} />
      </Suspense>,
    );
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(screen.queryByText('Notifications of today')).not.toBeInTheDocument();
    line.isDown = false;
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(screen.getByText('Notifications of today')).toBeVisible();
  });
});
