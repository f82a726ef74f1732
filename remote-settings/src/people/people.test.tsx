import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { admins, crms, executives, managers, type StaffMember } from '@daybook/contracts/people/staff';
import { refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import AddMember from './add-member.tsx';
import MemberList from './member-list.tsx';
import { audit, button, link, lucy, mina, pickers, texts } from './people.fixture.ts';

const total = () => ({ total: 1, isCapped: false });
const listOf = (member: StaffMember) => ({
  list: () => ({ rows: [member], pageSize: 20, next: null, previous: null }),
  total,
});

async function fillIn(user: Awaited<ReturnType<typeof renderScreen>>['user']) {
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Mina Harker');
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'Mina@Example.com');
  await user.click(screen.getByRole('combobox', { name: 'Departments' }));
  await user.click(await screen.findByTitle('Audit'));
}

beforeEach(() => sessionStorage.clear());

describe('the lists of staff', () => {
  it.each([
    ['managers', managers, en, 'en', 'Managers'],
    ['executives', executives, zh, 'zh', '经办人'],
    ['crms', crms, fr, 'fr', 'Chargés de clientèle'],
    ['admins', admins, ja, 'ja', '管理者'],
  ] as const)('at %s are selected by their address', async (kind, endpoints, own, language, title) => {
    const server = fakeServer(endpoints, listOf(mina));
    await renderScreen(<MemberList />, { path: `/app/${kind}`, language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: mina.name })).toHaveAttribute(
      'href',
      `/app/${kind}/edit/${mina.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(server.requestsTo(endpoints.list)).toHaveLength(1);
  });

  it('are visible only with their permissions', async () => {
    fakeServer(managers, listOf(mina));
    const me = { id: lucy.id, roles: ['managers.delete'] };
    const { user } = await renderScreen(<MemberList />, { path: '/app/managers', texts, me });
    await user.click(await screen.findByRole('button', { name: 'More for Mina Harker' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Delete',
    ]);
    expect(screen.queryByRole('link', { name: mina.name })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New manager' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Permissions' })).not.toBeInTheDocument();
  });

  it('let nobody lock themselves out', async () => {
    fakeServer(managers, listOf({ ...mina, id: someone.id }));
    const { user } = await renderScreen(<MemberList />, { path: '/app/managers', texts });
    await user.click(await screen.findByRole('button', { name: 'More for Mina Harker' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Hand over work',
    ]);
    expect(screen.queryByRole('link', { name: 'Permissions' })).not.toBeInTheDocument();
  });
});

describe('an invitation', () => {
  const add = { path: '/app/managers/add', route: '/app/managers/add', texts };

  it('is sent by mail, with the scope proposed for the user type', async () => {
    const server = fakeServer(managers, { create: () => ({ member: mina, link: null }) }).also(
      lookups,
      pickers,
    );
    const { user, address } = await renderScreen(<AddMember />, add);
    await fillIn(user);
    await user.click(button('Invite'));
    expect(await screen.findByText('Invitation sent to mina@example.com.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/app/managers'));
    expect(server.requestsTo(managers.create)[0]?.input).toMatchObject({
      name: 'Mina Harker',
      scope: 'department',
      locale: 'en',
      departmentIds: [audit.id],
    });
  });

  it('shows the link once where no mail can be sent, then goes on', async () => {
    fakeServer(managers, { create: () => ({ member: mina, link }) }).also(lookups, pickers);
    const { user, address } = await renderScreen(<AddMember />, add);
    await fillIn(user);
    await user.click(button('Invite and set permissions'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('textbox', { name: 'One-time link' })).toHaveValue(link);
    expect(dialog.getByText(/works once, for seven days/)).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('textbox')).toHaveFocus());
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Link copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(link);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(address()).toBe(`/app/managers/permissions/${mina.id}`));
  });

  it('names all missing fields at once, including a manager’s department', async () => {
    const server = fakeServer(managers, {}).also(lookups, pickers);
    const { user } = await renderScreen(<AddMember />, add);
    await user.click(button('Invite'));
    expect(await screen.findByText('3 fields need attention')).toBeVisible();
    expect(screen.getAllByText('This is required')).toHaveLength(3);
    expect(server.requestsTo(managers.create)).toEqual([]);
  });

  it('shows on the field that the address is taken, and keeps the entries', async () => {
    fakeServer(managers, {
      create: () => {
        throw refuseField('ALREADY_EXISTS', 'email');
      },
    }).also(lookups, pickers);
    const { user } = await renderScreen(<AddMember />, add);
    await fillIn(user);
    await user.click(button('Invite'));
    expect(await screen.findByText('Another record already uses this')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('Mina@Example.com');
  });
});
