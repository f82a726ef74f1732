import { act, render, screen, waitFor } from '@testing-library/react';
import LazyMenu from './lazy-menu.tsx';

it('a menu that comes late takes the focus from the button that was pressed by a key', async () => {
  render(
    <>
      <button type="button" className="ant-dropdown-open">
        Filter
      </button>
      <LazyMenu items={[{ key: 'currency', label: 'Currency' }]} />
    </>,
  );
  act(() => screen.getByRole('button').focus());
  expect(screen.queryByRole('menu')).toBeNull();
  const item = await screen.findByRole('menuitem', { name: 'Currency' });
  await waitFor(() => expect(document.activeElement).toBe(item));
});
