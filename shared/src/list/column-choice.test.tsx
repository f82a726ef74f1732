import { act, screen, waitFor, within } from '@testing-library/react';
import { listColumns, type ListColumns } from '@daybook/contracts/list-columns';
import { minor } from '@daybook/contracts/money/money';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { fakeServer, lostConnection } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { linkColumn, textColumn, type ColumnsOf } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import { ListScreen } from './list-screen.tsx';
import { useColumnChoice } from './use-column-choice.tsx';
import { useList } from './use-list.tsx';

const audit: Service = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 1,
  name: 'Audit',
  department: { id: '018f2b1c-0000-7000-8000-000000000900', label: 'Tax' },
  sacHsn: '998221',
  unit: 'C62',
  price: minor(123_450),
  currency: 'EUR',
  taxCode: { id: '018f2b1c-0000-7000-8000-000000000800', label: 'VAT 20 %' },
  incomeAccount: null,
  billingRule: null,
  active: true,
};

function Services() {
  const list = useList(services);
  const all: ColumnsOf<typeof services> = [
    linkColumn(
      'Service',
      ({ name }) => name,
      () => '/',
      { sort: 'name' },
    ),
    textColumn('Department', ({ department }) => department?.label, { name: 'department' }),
    textColumn('Tax code', ({ taxCode }) => taxCode.label, { name: 'taxCode' }),
    textColumn('Code', ({ sacHsn }) => sacHsn, { name: 'code', isHidden: true }),
  ];
  const columns = useColumnChoice('service', list, all);
  return (
    <ListScreen title="Services" list={list} columns={columns} empty="None">
      <DataTable label="Services" list={list} columns={columns.columns} />
    </ListScreen>
  );
}

/** A server that keeps the choices, as the real one does. */
function serverWith(kept: ListColumns[], fails: () => boolean = () => false) {
  let all = kept;
  const server = fakeServer(services, {
    list: () => ({ rows: [audit], pageSize: 20, next: null, previous: null }),
  }).also(listColumns, {
    list: () => all,
    choose: ({ input }) => {
      if (fails()) throw lostConnection();
      all = [...all.filter(({ list }) => list !== input.list), input];
      return input;
    },
    reset: ({ input }) => {
      all = all.filter(({ list }) => list !== input.list);
      return {};
    },
  });
  return { server, kept: () => all };
}

const headings = async () =>
  within(await screen.findByRole('table', { name: 'Services' }))
    .getAllByRole('columnheader')
    .map((heading) => heading.textContent);

/** The address changes in a transition, and the table with it. */
const expectHeadings = (expected: readonly string[]) =>
  waitFor(async () => expect(await headings()).toEqual(expected));

const tick = async (user: { click: (at: Element) => Promise<void> }, name: string) =>
  user.click(await screen.findByRole('menuitemcheckbox', { name }));

describe('the columns of a list', () => {
  it('are chosen in one menu, kept in the address and for the next time, and set back', async () => {
    const { kept } = serverWith([{ list: 'invoice', columns: ['client'] }]);
    const { user, address } = await renderScreen(<Services />, { path: '/services?cursor=abc&sort=-name' });
    await expectHeadings(['Service', 'Department', 'Tax code']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await tick(user, 'Department');
    await tick(user, 'Code');
    await waitFor(() => expect(address()).toBe('/services?sort=-name&cursor=abc&columns=taxCode,code'));
    await expectHeadings(['Service', 'Tax code', 'Code']);
    await waitFor(() =>
      expect(kept()).toEqual([
        { list: 'invoice', columns: ['client'] },
        { list: 'service', columns: ['taxCode', 'code'] },
      ]),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Default columns' }));
    await expectHeadings(['Service', 'Department', 'Tax code']);
    await waitFor(() => expect(kept()).toEqual([{ list: 'invoice', columns: ['client'] }]));
    expect(address()).toBe('/services?sort=-name&cursor=abc');
  });

  it('work by keyboard, down to those that cannot be hidden', async () => {
    serverWith([]);
    const { user, address } = await renderScreen(<Services />, { path: '/services' });
    await headings();
    act(() => screen.getByRole('button', { name: 'Columns' }).focus());
    await user.keyboard('{Enter}');
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    act(() => screen.getByRole('menuitemcheckbox', { name: 'Department', checked: true }).focus());
    await user.keyboard(' ');
    await waitFor(() => expect(address()).toBe('/services?columns=taxCode'));
    act(() => screen.getByRole('menuitemcheckbox', { name: 'Tax code', checked: true }).focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/services?columns='));
    await expectHeadings(['Service']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus());
  });

  it.each([
    ['those that the person chose last', '/services', ['Service', 'Code']],
    ['those in the address before them', '/services?columns=department', ['Service', 'Department']],
    ['none that the list no longer has', '/services?columns=gone', ['Service']],
  ])('are %s', async (_which, path, shown) => {
    serverWith([{ list: 'service', columns: ['code', 'former'] }]);
    await renderScreen(<Services />, { path });
    await expectHeadings(shown);
  });

  it('change on the page even if they cannot be kept, which is said', async () => {
    serverWith([], () => true);
    const { user } = await renderScreen(<Services />, { path: '/services' });
    await headings();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await tick(user, 'Tax code');
    await expectHeadings(['Service', 'Department']);
    expect(await screen.findByText(/Daybook cannot be reached/)).toBeVisible();
  });
});
