import { screen, waitFor } from '@testing-library/react';
import { clientGroups, type ClientGroup } from '@daybook/contracts/crm/client-groups/client-groups';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import AddGroup from './add-group.tsx';
import EditGroup from './edit-group.tsx';
import GroupList from './group-list.tsx';

const idOf = (n: number) => `018f2b1c-0000-7000-8000-${String(n).padStart(12, '0')}`;
const dupont = { id: idOf(1), label: 'Dupont & Fils' };
const group: ClientGroup = {
  id: idOf(9),
  version: 4,
  name: 'Dupont family',
  payer: dupont,
  members: [dupont],
  active: true,
};
const texts = { crm: en };
const pickers = { find: () => [{ ...dupont, more: {} }] };
const editing = {
  path: `/app/clients/groups/edit/${group.id}`,
  route: '/app/clients/groups/edit/:id',
  texts,
};

beforeEach(() => sessionStorage.clear());

describe('client groups', () => {
  it.each([
    ['en', en],
    ['zh', zh],
    ['fr', fr],
    ['ja', ja],
  ] as const)('link to their clients, in %s', async (language, crm) => {
    fakeServer(clientGroups, {
      list: () => ({ rows: [{ ...group, members: 1 }], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<GroupList />, { language, texts: { crm } });
    expect(await screen.findByRole('link', { name: group.name })).toHaveAttribute(
      'href',
      `/app/clients?filter%5BgroupId%5D=${group.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(crm.group.list);
    expect(screen.getByText(dupont.label)).toBeVisible();
  });

  it('include their payer as a member', async () => {
    const server = fakeServer(clientGroups, { create: () => group }).also(lookups, pickers);
    const { user, address } = await renderScreen(<AddGroup />, { path: '/new', route: '/new', texts });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Dupont family');
    await user.click(screen.getByRole('combobox', { name: 'Paid by' }));
    await user.click(await screen.findByText(dupont.label));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/app/clients/groups'));
    expect(server.requestsTo(clientGroups.create)[0]?.input).toMatchObject({
      name: 'Dupont family',
      payerClientId: dupont.id,
      memberIds: [dupont.id],
    });
  });

  it('show their history on their page', async () => {
    fakeServer(clientGroups, { open: () => group })
      .also(lookups, pickers)
      .also(history, {
        of: () => ({
          earlier: null,
          events: [
            {
              id: 1,
              at: '2026-03-31T10:00:00.000Z',
              by: 'Ada',
              action: 'client_groups.edit',
              isOwn: true,
              changes: ['name', 'payerClient', 'hadMember'].map((field) => ({
                field,
                before: null,
                after: { as: 'name' as const, text: 'Dupont' },
              })),
              parts: [],
            },
          ],
        }),
      });
    await renderScreen(<EditGroup />, editing);
    expect(await screen.findByText('Name:', { exact: false })).toHaveTextContent('Name: Dupont');
    expect(screen.getByText('Paid by:', { exact: false })).toHaveTextContent('Paid by: Dupont');
    expect(screen.queryByText(/hadMember/)).not.toBeInTheDocument();
    expect(screen.getByText('Ada')).toBeVisible();
  });

  it('cannot be deactivated while one of their clients is active', async () => {
    const server = fakeServer(clientGroups, {
      open: () => group,
      deactivate: () => {
        throw new Refusal('GROUP_HAS_CLIENTS');
      },
    }).also(lookups, pickers);
    const { user } = await renderScreen(<EditGroup />, editing);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await user.click((await screen.findAllByRole('button', { name: 'Deactivate' })).at(-1) as HTMLElement);
    expect(await screen.findByText(/The group still has active clients/)).toBeVisible();
    expect(server.requestsTo(clientGroups.deactivate)[0]).toMatchObject({ version: 4 });
  });
});
