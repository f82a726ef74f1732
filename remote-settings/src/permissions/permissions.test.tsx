import { act, screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { grants, type Grants } from '@daybook/contracts/people/grants';
import { permissions, presets } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import PermissionScreen from './permission-screen.tsx';
import { texts as own } from '../test/texts.ts';

const mina: Grants = {
  id: '018f2b1c-0000-7000-8000-000000000a01',
  version: 7,
  name: 'Mina Harker',
  userType: 'manager',
  scope: 'department',
  keys: ['tasks.view', 'clients.view'],
  grantable: [...permissions],
};
const lucy = { id: '018f2b1c-0000-7000-8000-000000000a02', label: 'Lucy' };
const here = {
  path: `/app/managers/permissions/${mina.id}`,
  route: '/app/managers/permissions/:id',
  texts: { settings: own.en },
};
const box = (name: string) => screen.findByRole('checkbox', { name: new RegExp(`^${name}`) });
const button = (name: string) => screen.getByRole('button', { name });
const changes = (name: string) => within(screen.getByRole('list', { name }));
const sentBy = (server: ReturnType<typeof fakeServer>) => server.requestsTo(grants.put)[0];

async function openSections(user: Awaited<ReturnType<typeof renderScreen>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Open all' }));
}

beforeEach(() => sessionStorage.clear());

describe('the permissions of a person', () => {
  it.each([
    ['en', own.en, 'Permissions of Mina Harker', 'See tasks'],
    ['zh', own.zh, 'Mina Harker 的权限', '查看任务'],
    ['fr', own.fr, 'Droits de Mina Harker', 'Voir les tâches'],
    ['ja', own.ja, 'Mina Harker の権限', 'タスクを見る'],
  ] as const)('are shown in plain words in %s', async (language, own, title, leaf) => {
    fakeServer(grants, { open: () => mina });
    await renderScreen(<PermissionScreen />, { ...here, language, texts: { settings: own } });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(await box(leaf)).toBeChecked();
  });

  it('cannot be changed by the person themselves, which the screen shows without a request', async () => {
    const server = fakeServer(grants, { open: () => mina });
    await renderScreen(<PermissionScreen />, { ...here, me: { id: mina.id } });
    expect(await screen.findByRole('heading', { name: 'Your own permissions' })).toBeVisible();
    expect(screen.getByText(/Ask someone else who can grant permissions/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Managers' })).toHaveAttribute('href', '/app/managers');
    expect(server.requests).toEqual([]);
  });

  it('show the changes before they are saved, and are saved whole at the version seen', async () => {
    const server = fakeServer(grants, { open: () => mina, put: () => mina });
    const { user, address } = await renderScreen(<PermissionScreen />, here);
    await openSections(user);
    expect(button('Save')).toBeDisabled();
    await user.click(await box('Record receipts'));
    await user.click(await box('See tasks'));
    expect(changes('Granted (2)').getByText('See receipts')).toBeVisible();
    expect(changes('Revoked (1)').getByText('See tasks')).toBeVisible();
    await user.click(button('Save'));
    await waitFor(() => expect(address()).toBe('/app/managers'));
    expect(sentBy(server)).toMatchObject({
      version: 7,
      input: { keys: ['receipts.add', 'receipts.view', 'clients.view'] },
    });
  });

  it('are ticked as a whole group by its heading, which shows a part as half ticked', async () => {
    fakeServer(grants, { open: () => mina });
    const { user } = await renderScreen(<PermissionScreen />, here);
    await openSections(user);
    const tasks = await box('Tasks');
    expect(tasks).toHaveAttribute('aria-checked', 'mixed');
    await user.click(tasks);
    expect(tasks).toBeChecked();
    expect(changes('Granted (4)').getByText('Delete tasks')).toBeVisible();
    await user.click(tasks);
    expect(tasks).not.toBeChecked();
  });

  it('can be walked by keyboard, and the focused row is scrolled into view', async () => {
    fakeServer(grants, { open: () => mina });
    const { user } = await renderScreen(<PermissionScreen />, here);
    const tasks = await box('Tasks');
    const tree = tasks.closest<HTMLElement>('.ant-tree')?.querySelector<HTMLElement>('[tabindex="0"]');
    const brought = jest.spyOn(Element.prototype, 'scrollIntoView');
    act(() => tree?.focus());
    await user.keyboard('{ArrowDown}');
    expect(brought.mock.contexts.at(-1)).toHaveAttribute('id', expect.stringMatching(/-dashboard\.admin$/));
    brought.mockRestore();
  });

  it('are found by words or by their code', async () => {
    fakeServer(grants, { open: () => mina });
    const { user } = await renderScreen(<PermissionScreen />, here);
    const search = await screen.findByRole('searchbox', { name: 'Search permissions' });
    await user.type(search, 'void');
    expect(await box('Delete drafts, void')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /^See tasks/ })).not.toBeInTheDocument();
    await user.clear(search);
    await user.type(search, 'billing_entity.add');
    expect(await box('Add billing entities')).toBeVisible();
    await user.clear(search);
    await user.type(search, 'nonsense');
    expect(await screen.findByText('No permission matches.')).toBeVisible();
  });

  it('start from the preset of a role', async () => {
    const server = fakeServer(grants, { open: () => mina, put: () => mina });
    const { user } = await renderScreen(<PermissionScreen />, here);
    await user.click(await screen.findByRole('button', { name: 'Start from' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Executive' }));
    await user.click(button('Save'));
    await waitFor(() => expect(sentBy(server)).toBeDefined());
    expect(sentBy(server)?.input['keys']).toEqual(
      permissions.filter((key) => presets.executive.keys.includes(key)),
    );
  });

  it.each([true, false])('are copied from a colleague, or politely not (%s)', async (mayCopy) => {
    const hers: Grants = { ...mina, id: lucy.id, name: 'Lucy', keys: ['setting'] };
    fakeServer(grants, {
      open: ({ input }) => {
        if (input.id === mina.id) return mina;
        if (!mayCopy) throw new Refusal('PERM_DENIED');
        return hers;
      },
    }).also(lookups, { find: () => [{ ...lucy, more: {} }] });
    const { user } = await renderScreen(<PermissionScreen />, here);
    await user.click(await screen.findByRole('combobox', { name: 'Copy from a colleague' }));
    await user.click(await screen.findByTitle('Lucy'));
    const word = mayCopy ? /The permissions of Lucy are ticked/ : own.en.permission.copyRefused;
    expect(await screen.findByText(word)).toBeVisible();
    expect(screen.queryAllByRole('list', { name: 'Revoked (2)' })).toHaveLength(mayCopy ? 1 : 0);
  });

  it('that the editor does not hold are shown and stay as they are', async () => {
    const delegate: Grants = { ...mina, grantable: ['clients.view', 'clients.add'] };
    const server = fakeServer(grants, { open: () => delegate, put: () => delegate });
    const { user } = await renderScreen(<PermissionScreen />, here);
    expect(await screen.findByText(own.en.permission.onlyYours)).toBeVisible();
    await openSections(user);
    expect(await box('See tasks')).toHaveAttribute('aria-disabled', 'true');
    await user.click(await box('See tasks'));
    await user.click(button('Start from'));
    await user.click(await screen.findByRole('menuitem', { name: 'All permissions' }));
    await user.click(button('Save'));
    await waitFor(() => expect(sentBy(server)).toBeDefined());
    expect(sentBy(server)?.input['keys']).toEqual(['tasks.view', 'clients.add', 'clients.view']);
  });

  it('show a warning for pairs that one person should not hold together', async () => {
    const cashier: Grants = { ...mina, keys: ['receipts.add', 'receipts.view'] };
    fakeServer(grants, { open: () => cashier });
    const { user } = await renderScreen(<PermissionScreen />, here);
    await openSections(user);
    expect(screen.queryByText(own.en.permission.risks)).not.toBeInTheDocument();
    await user.click(await box('Create and issue credit notes'));
    expect(await screen.findByText(own.en.permission.risk.receipts)).toBeVisible();
  });

  it('changed by someone else meanwhile are never overwritten, and the editor’s ticks are kept', async () => {
    const theirs: Grants = { ...mina, version: 8, keys: ['clients.view', 'setting'] };
    const server = fakeServer(grants, {
      open: () => mina,
      put: ({ version }) => {
        if (version === 7) throw new Refusal('VERSION_CONFLICT', { current: theirs });
        return theirs;
      },
    });
    const { user } = await renderScreen(<PermissionScreen />, here);
    await openSections(user);
    await user.click(await box('Manage packages'));
    await user.click(button('Save'));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Open the settings of the firm')).toBeVisible();
    await user.click(alert.getByRole('button', { name: 'Keep my changes as well' }));
    await user.click(button('Save'));
    await waitFor(() => expect(server.requestsTo(grants.put)).toHaveLength(2));
    expect(server.requestsTo(grants.put)[1]).toMatchObject({
      version: 8,
      input: { keys: ['clients.view', 'setting', 'packages'] },
    });
  });

  it('ask before changes are left, and keep them over a reload', async () => {
    fakeServer(grants, { open: () => mina });
    const first = await renderScreen(<PermissionScreen />, here);
    await openSections(first.user);
    await first.user.click(await box('Manage packages'));
    first.unmount();

    const { user, address } = await renderScreen(<PermissionScreen />, here);
    expect(await screen.findByText('Your unsaved changes have been restored.')).toBeVisible();
    expect(changes('Granted (1)').getByText('Manage packages')).toBeVisible();
    await user.click(button('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).toBe('/app/managers'));
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });
});
