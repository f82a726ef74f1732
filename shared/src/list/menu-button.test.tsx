import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../test/render-screen.tsx';
import { MenuButton } from './menu-button.tsx';

const chosen = jest.fn<undefined, [string]>();
beforeEach(() => chosen.mockClear());

const items = ['Copy', 'Delete'].map((label) => ({ key: label, label, onClick: () => chosen(label) }));

const button = () => screen.getByRole('button', { name: 'More' });

/** An item that puts the focus into a field, as one that adds a filter does. */
function WithField() {
  const [isAsked, setAsked] = useState(false);
  const field = { key: 'field', label: 'Field', onClick: () => setAsked(true) };
  return (
    <>
      <MenuButton menu={{ items: [field, ...items] }}>More</MenuButton>
      {isAsked && <input aria-label="Name" ref={(input) => input?.focus()} />}
    </>
  );
}

describe('a button with a menu', () => {
  it('opens at the first press, by mouse or by keyboard, and again', async () => {
    const { user } = await renderScreen(<MenuButton menu={{ items }}>More</MenuButton>);
    await user.click(button());
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
    expect(chosen).toHaveBeenLastCalledWith('Copy');
    button().focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button()).toHaveFocus());
  });

  it('gives its menu the arrow keys at the first press of a key', async () => {
    const { user } = await renderScreen(<MenuButton menu={{ items }}>More</MenuButton>);
    await user.tab();
    expect(button()).toHaveFocus();
    await user.keyboard(' ');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button()).toHaveFocus());
    expect(chosen).not.toHaveBeenCalled();
  });

  it('says that it has a menu, and takes the focus back from an item that opens nothing', async () => {
    const { user } = await renderScreen(<MenuButton menu={{ items }}>More</MenuButton>);
    expect(button()).toHaveAttribute('aria-haspopup', 'menu');
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Enter}');
    expect(chosen).toHaveBeenCalledWith('Copy');
    await waitFor(() => expect(button()).toHaveFocus());
    await waitFor(() => expect(button()).toHaveAttribute('aria-expanded', 'false'));
  });

  it('leaves the focus where the chosen item put it', async () => {
    const { user } = await renderScreen(<WithField />);
    await user.click(button());
    await user.click(await screen.findByRole('menuitem', { name: 'Field' }));
    const field = await screen.findByRole('textbox', { name: 'Name' });
    // antd gives a menu the focus three frames after it has opened.
    for (let frame = 0; frame < 6; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      expect(field).toHaveFocus();
    }
  });
});
