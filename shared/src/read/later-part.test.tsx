import { act, screen } from '@testing-library/react';
import { Component, useState, type ReactNode } from 'react';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { laterPart } from './later-part.tsx';

const Dialog = ({ title }: { title: string }) => <p>{title}</p>;

/** A line that is down until it is repaired, and how often something was asked for. */
function lineDown() {
  const line = { isDown: true, asked: 0 };
  const load = async () => {
    line.asked += 1;
    if (line.isDown) throw new Error('Loading chunk failed');
    return { default: Dialog };
  };
  return { line, Part: laterPart(load) };
}

/** A screen with something typed, and a dialog that opens by a button. */
function screenWith(Part: ReturnType<typeof lineDown>['Part']) {
  return function Screen() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Narration" />
        <button type="button" onClick={() => setOpen(!isOpen)}>
          Send
        </button>
        {isOpen && <Part title="Send the invoice" />}
      </>
    );
  };
}

const send = () => screen.getByRole('button', { name: 'Send' });

describe('a part of a screen that cannot be loaded', () => {
  beforeEach(() => jest.spyOn(console, 'error').mockReturnValue());

  it('leaves the screen as it is, and comes when it is tried again', async () => {
    const { line, Part } = lineDown();
    const Screen = screenWith(Part);
    const { user } = await renderScreen(<Screen />);
    await user.type(screen.getByLabelText('Narration'), 'Half a sentence');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Daybook cannot be reached/);
    expect(line.asked).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(line.asked).toBe(2);
    line.isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Send the invoice')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Narration')).toHaveValue('Half a sentence');
  });

  it('is asked for again when it is opened again', async () => {
    const { line, Part } = lineDown();
    const Screen = screenWith(Part);
    const { user } = await renderScreen(<Screen />);
    await user.click(send());
    await screen.findByRole('alert');
    line.isDown = false;
    await user.click(send());
    await user.click(send());
    expect(await screen.findByText('Send the invoice')).toBeVisible();
  });
});

describe('a part of a screen', () => {
  it('has a placeholder until its code has come, and none when it is opened again', async () => {
    const { promise: code, resolve: comes } = Promise.withResolvers<{ default: typeof Dialog }>();
    const Part = laterPart(async () => code, { waiting: <p>Please wait</p> });
    const Screen = screenWith(Part);
    const { user } = await renderScreen(<Screen />);
    await user.click(send());
    expect(screen.getByText('Please wait')).toBeVisible();
    comes({ default: Dialog });
    expect(await screen.findByText('Send the invoice')).toBeVisible();
    expect(screen.queryByText('Please wait')).not.toBeInTheDocument();
    await user.click(send());
    act(() => send().click());
    expect(screen.getByText('Send the invoice')).toBeVisible();
  });
});

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render = () => this.state.error?.message ?? this.props.children;
}

it('an error of a part that has loaded goes on to the boundary of its screen', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const Broken = laterPart(async () => ({
    default: (): ReactNode => {
      throw new Error('broken');
    },
  }));
  await renderScreen(
    <Boundary>
      <Broken />
    </Boundary>,
  );
  await act(async () => undefined);
  expect(screen.getByText('broken')).toBeVisible();
});
