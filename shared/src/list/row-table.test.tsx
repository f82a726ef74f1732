import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { actionsColumn, linkColumn, textColumn } from '@daybook/shared/list/columns';
import { RowTable } from '@daybook/shared/list/row-table';
import { TicksContext, useTicks } from '@daybook/shared/list/selection';
import { renderScreen } from '@daybook/shared/test/render-screen';

interface Row {
  id: string;
  name: string;
  city: string;
}

const rows: Row[] = ['Ash', 'Birch', 'Cedar', 'Elm'].map((name, index) => ({
  id: `row-${index}`,
  name,
  city: `City of ${name}`,
}));
const columns = [
  linkColumn<Row, 'name'>(
    'Name',
    ({ name }) => name,
    ({ name }) => `/trees/${name}`,
    { sort: 'name' },
  ),
  textColumn<Row>('City', ({ city }) => city),
  actionsColumn<Row>('Actions', ({ name }) => <button type="button">Edit {name}</button>),
];
const tick = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const ticked = () =>
  rows.filter(({ name }) => (tick(name) as HTMLInputElement).checked).map(({ name }) => name);

function Trees({ without }: { without?: string }) {
  const [keys, setKeys] = useState<string[]>([]);
  const [sort, setSort] = useState<'name' | '-name'>('name');
  const ticks = useTicks(rows, { keys, onChange: setKeys, isDisabled: ({ name }) => name === without });
  const sorting = { sort, sorts: ['name', '-name'] as ('name' | '-name')[], setSort };
  return (
    <TicksContext value={ticks}>
      <RowTable label="Trees" rows={rows} columns={columns} sorting={sorting} isTickable />
    </TicksContext>
  );
}

describe('a table of rows', () => {
  it('says which column it is sorted by, and a press on its heading turns the order round', async () => {
    const { user } = await renderScreen(<Trees />);
    const heading = screen.getByRole('columnheader', { name: 'Name' });
    expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(heading).getByRole('button', { name: 'Name' }));
    expect(heading).toHaveAttribute('aria-sort', 'descending');
    await user.keyboard('{Enter}');
    expect(heading).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('columnheader', { name: 'City' })).not.toHaveAttribute('aria-sort');
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeInTheDocument();
  });

  it('ticks one row, a range with Shift, and all but those that cannot be ticked', async () => {
    const { user } = await renderScreen(<Trees without="Cedar" />);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
    await user.click(tick('Ash'));
    expect(ticked()).toEqual(['Ash']);
    expect(all.indeterminate).toBe(true);
    await user.keyboard('{Shift>}');
    await user.click(tick('Elm'));
    await user.keyboard('{/Shift}');
    expect(ticked()).toEqual(['Ash', 'Birch', 'Elm']);
    expect(tick('Cedar')).toBeDisabled();
    expect(all).toBeChecked();
    await user.click(all);
    expect(ticked()).toEqual([]);
    await user.click(all);
    expect(ticked()).toEqual(['Ash', 'Birch', 'Elm']);
  });

  it('is used by keyboard: arrows, Home and End between rows, Space to tick, Enter to follow', async () => {
    const { user, address } = await renderScreen(<Trees />);
    screen.getByRole('link', { name: 'Ash' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Cedar' })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    await user.keyboard(' ');
    expect(ticked()).toEqual(['Birch']);
    await user.keyboard('{End}');
    expect(screen.getByRole('link', { name: 'Elm' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Elm' })).toHaveFocus();
    await user.keyboard('{Home}{Enter}');
    expect(address()).toBe('/trees/Ash');
    screen.getByRole('button', { name: 'Edit Ash' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Edit Birch' })).toHaveFocus();
  });
});

describe('a table that is wider than its place', () => {
  it('can be scrolled by keyboard if nothing in it takes the focus', async () => {
    const looks: (() => void)[] = [];
    jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((told) => {
      const observer = { observe: () => undefined, unobserve: () => undefined, disconnect: () => undefined };
      looks.push(() => told([], observer));
      return observer;
    });
    await renderScreen(
      <RowTable label="Cities" rows={rows} columns={[textColumn<Row>('City', ({ city }) => city)]} />,
    );
    const look = () => looks.forEach((one) => one());
    const box = screen.getByRole('table', { name: 'Cities' }).parentElement as HTMLElement;
    act(look);
    expect(box).not.toHaveAttribute('tabindex');
    jest.spyOn(box, 'scrollWidth', 'get').mockReturnValue(100);
    act(look);
    expect(box).toHaveAttribute('tabindex', '0');
    box.querySelector('td')?.append(Object.assign(document.createElement('a'), { href: '/' }));
    act(look);
    expect(box).not.toHaveAttribute('tabindex');
  });
});
