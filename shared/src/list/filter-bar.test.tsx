import { act, screen, waitFor, within } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { lookups } from '@daybook/contracts/lookups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { onPhone } from '@daybook/shared/test/on-phone';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { CurrencyFilter } from './currency-filter.tsx';
import { DateRangeFilter } from './date-range-filter.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterChoice, FilterChoices, FilterLookup, FilterToggle } from './filters.tsx';
import { useFound } from './use-list.tsx';

function Bar() {
  const list = useFound(invoices);
  const { from, to } = list.filter;
  const options = ['draft', 'issued'].map((value) => ({ value, label: value }));
  return (
    <FilterBar
      list={list}
      filters={[
        {
          names: ['status'],
          label: 'Status',
          control: <FilterChoices list={list} name="status" label="Status" options={options} />,
        },
        {
          names: ['overdue'],
          label: 'Overdue',
          control: <FilterToggle list={list} name="overdue" label="Overdue" />,
        },
        {
          names: ['clientId'],
          label: 'Client',
          control: <FilterChoice list={list} name="clientId" label="Client" options={[]} />,
        },
        {
          names: ['from', 'to'],
          label: 'Issued',
          isWide: true,
          control: <DateRangeFilter from={from} to={to} label="Issued" onChange={list.setFilter} />,
        },
        {
          names: ['entityId'],
          label: 'Billing entity',
          control: <FilterChoice list={list} name="entityId" label="Billing entity" options={[]} />,
        },
        {
          names: ['currency'],
          label: 'Currency',
          control: <CurrencyFilter list={list} label="Currency" />,
        },
      ]}
    >
      <button type="button">Views</button>
    </FilterBar>
  );
}

describe('the filters of a list', () => {
  it('are at hand as far as they fit into a line, and the others come by keyboard, ready to be set', async () => {
    const { user, address } = await renderScreen(<Bar />, { path: '/invoices?tab=2' });
    expect(screen.getByRole('combobox', { name: 'Client' })).toBeVisible();
    // A range of dates takes the place of two filters.
    expect(screen.queryByRole('group', { name: 'Issued' })).not.toBeInTheDocument();

    act(() => screen.getByRole('button', { name: 'Filter' }).focus());
    await user.keyboard('{Enter}');
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Issued', 'Billing entity', 'Currency']);
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    // Arrow keys move in a menu by its layout, which is absent here.
    act(() => within(menu).getByRole('menuitem', { name: 'Currency' }).focus());
    await user.keyboard('{Enter}');
    const currency = await screen.findByRole('combobox', { name: 'Currency' });
    await waitFor(() => expect(currency).toHaveFocus());
    await user.keyboard('JPY{Enter}');
    await waitFor(() => expect(address()).toBe('/invoices?filter[currency]=JPY&tab=2'));

    await user.keyboard('{Escape}{Delete}');
    await waitFor(() => expect(address()).toBe('/invoices?tab=2'));
    expect(screen.getByRole('combobox', { name: 'Currency' })).toBeVisible();
  });

  it('show what the address sets, and are cleared together without the rest of the address', async () => {
    const { user, address } = await renderScreen(<Bar />, {
      path: '/invoices?q=acme&filter[currency]=EUR&filter[from]=2026-01-01&filter[to]=2026-03-31&sort=dueDate',
    });
    expect(screen.getByText('Currency:')).toBeVisible();
    expect(screen.getByText('EUR')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/invoices?q=acme&sort=dueDate'));
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  });

  it('stay out of the way on a phone, except for those that are set', async () => {
    onPhone();
    const { user } = await renderScreen(<Bar />, {
      path: '/invoices?filter[overdue]=true&filter[from]=2026-01-01&filter[to]=2026-03-31',
      theme: { direction: 'rtl' },
    });
    const fold = screen.getByRole('button', { name: 'Filters (2)', expanded: false });
    expect(screen.getByRole('button', { name: 'Overdue', pressed: true })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Issued' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Status' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Views' })).not.toBeInTheDocument();
    await user.click(fold);
    expect(document.getElementById(fold.getAttribute('aria-controls') ?? '')).toContainElement(
      screen.getByRole('combobox', { name: 'Status' }),
    );
    expect(screen.getByRole('button', { name: 'Filter' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await user.click(screen.getByRole('button', { name: 'Filters', expanded: true }));
    expect(screen.queryByRole('button', { name: 'Overdue' })).not.toBeInTheDocument();
  });
});

function Lookups() {
  const list = useFound(clients);
  return (
    <>
      <FilterLookup list={list} name="crm" label="Relationship manager" kind="crm" />
      <FilterLookup list={list} name="groupId" label="Group" kind="client_group" />
    </>
  );
}

it('a filter by a person offers also those who have left, whose clients would not be found otherwise', async () => {
  const server = fakeServer(lookups, {
    find: ({ input }) =>
      ['Rose', ...(input.former ? ['Abe, who left'] : [])].map((label) => ({
        id: crypto.randomUUID(),
        label,
        more: {},
      })),
  });
  const { user } = await renderScreen(<Lookups />);
  await user.click(screen.getByRole('combobox', { name: 'Relationship manager' }));
  expect(await screen.findByTitle('Abe, who left')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Group' }));
  await waitFor(() =>
    expect(server.requestsTo(lookups.find).map(({ input }) => input)).toEqual([
      { kind: 'crm', former: 'true' },
      { kind: 'client_group' },
    ]),
  );
});
