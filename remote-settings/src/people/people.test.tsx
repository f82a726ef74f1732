import { screen, waitFor, within } from '@testing-library/react';
import { account } from '@daybook/contracts/auth/account';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import {
  admins,
  crms,
  executives,
  managers,
  type Holdings,
  type StaffMember,
} from '@daybook/contracts/people/staff';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import AddMember from './add-member.tsx';
import EditMember from './edit-member.tsx';
import MemberList from './member-list.tsx';

const audit = { id: '018f2b1c-0000-7000-8000-000000000d01', label: 'Audit' };
const mina: StaffMember = {
  id: '018f2b1c-0000-7000-8000-000000000a01',
  version: 4,
  userType: 'manager',
  name: 'Mina Harker',
  email: 'mina@example.com',
  phone: null,
  departments: [audit],
  manager: null,
  scope: 'department',
  locale: 'en',
  joinedOn: '2024-04-01',
  leftOn: null,
  status: 'active',
  hasTotp: true,
  lastSignInAt: null,
};
const lucy = { id: '018f2b1c-0000-7000-8000-000000000a02', label: 'Lucy' };
const link = 'https://daybook.test/auth/link#one-time';
const held: Holdings = {
  rows: [
    { kind: 'clientsAsManager', count: 7, names: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'] },
    { kind: 'openTasksToReview', count: 1, names: ['VAT return'] },
  ],
};
const nothing: Holdings = { rows: [] };

const texts = { settings: en };
const total = () => ({ total: 1, isCapped: false });
const listOf = (member: StaffMember) => ({
  list: () => ({ rows: [member], pageSize: 20, next: null, previous: null }),
  total,
});
const pickers = {
  find: () => [
    { ...audit, more: {} },
    { ...lucy, more: {} },
    { id: mina.id, label: 'Mina Harker', more: {} },
  ],
};
const edit = {
  path: `/app/managers/edit/${mina.id}`,
  route: '/app/managers/edit/:id',
  texts,
};
const button = (name: string) => screen.getByRole('button', { name });
const lastButton = async (name: string) =>
  (await screen.findAllByRole('button', { name })).at(-1) as HTMLElement;

async function fillIn(user: Awaited<ReturnType<typeof renderScreen>>['user']) {
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Mina Harker');
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'Mina@Example.com');
  await user.click(screen.getByRole('combobox', { name: 'Departments' }));
  await user.click(await screen.findByTitle('Audit'));
}

const change = (field: string, before: string, after: string) => ({ field, before, after });

const page = (handlers: Parameters<typeof fakeServer<typeof managers>>[1], member = mina) =>
  fakeServer(managers, { open: () => member, ...handlers })
    .also(history, { of: () => [] })
    .also(lookups, pickers);

beforeEach(() => sessionStorage.clear());

describe('the lists of staff', () => {
  it.each([
    ['managers', managers, en, 'en', 'Managers'],
    ['executives', executives, zh, 'zh', '经办人'],
    ['crms', crms, fr, 'fr', 'Chargés de clientèle'],
    ['admins', admins, ja, 'ja', '管理者'],
  ] as const)('at %s are told apart by their address', async (kind, endpoints, own, language, title) => {
    const server = fakeServer(endpoints, listOf(mina));
    await renderScreen(<MemberList />, { path: `/app/${kind}`, language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: mina.name })).toHaveAttribute(
      'href',
      `/app/${kind}/edit/${mina.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(server.requestsTo(endpoints.list)).toHaveLength(1);
  });

  it('show only what one holds the keys for', async () => {
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

  it('of admins set who has to sign in with two factors', async () => {
    const server = fakeServer(admins, listOf({ ...mina, userType: 'admin' })).also(account, {
      policy: () => ({ totpRequired: ['super_admin' as const] }),
      putPolicy: ({ input }) => input,
    });
    const { user } = await renderScreen(<MemberList />, { path: '/app/admins', texts });
    await user.click(await screen.findByRole('button', { name: 'Two-factor sign-in' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('checkbox', { name: 'Super admin' })).toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: 'Admin' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Sign-in rules saved.')).toBeVisible();
    expect(server.requestsTo(account.putPolicy)[0]?.input).toEqual({
      totpRequired: ['super_admin', 'admin'],
    });
  });
});

describe('inviting', () => {
  const add = { path: '/app/managers/add', route: '/app/managers/add', texts };

  it('goes by mail, with the scope of the type proposed', async () => {
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

  it('shows the link once where no mail can take it, then goes on', async () => {
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

  it('tells all that is missing at once, a department of a manager too', async () => {
    const server = fakeServer(managers, {}).also(lookups, pickers);
    const { user } = await renderScreen(<AddMember />, add);
    await user.click(button('Invite'));
    expect(await screen.findByText('3 fields need attention')).toBeVisible();
    expect(screen.getAllByText('This is required')).toHaveLength(3);
    expect(server.requestsTo(managers.create)).toEqual([]);
  });

  it('says on the field that the address is taken, and keeps what was typed', async () => {
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

describe('the page of a person', () => {
  it('tells in its own words what was changed of them', async () => {
    const event = { at: '2026-03-31T10:00:00.000Z', by: 'Lucy' };
    page({}).also(history, {
      of: () => [
        {
          ...event,
          id: 2,
          action: 'managers.deactivate',
          changes: [change('status', 'active', 'deactivated')],
        },
        {
          ...event,
          id: 1,
          action: 'managers.edit',
          changes: [change('scope', 'own', 'team'), change('searchText', 'a', 'b')],
        },
      ],
    });
    await renderScreen(<EditMember />, edit);
    expect(await screen.findByText('Active → Deactivated')).toBeVisible();
    expect(screen.getAllByText('Sees')).toHaveLength(2);
    expect(screen.queryByText(/searchText/)).not.toBeInTheDocument();
  });

  it('says what each choice of scope means, and saves at the version it saw', async () => {
    const server = page({ edit: () => mina });
    const { user, address } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('combobox', { name: 'Sees' }));
    await user.click(await screen.findByText('Only what they are in charge of themselves'));
    await user.click(button('Save'));
    await waitFor(() => expect(address()).toBe('/app/managers'));
    expect(server.requestsTo(managers.edit)[0]).toMatchObject({
      version: 4,
      input: { scope: 'own', departmentIds: [audit.id], joinedOn: '2024-04-01' },
    });
  });

  it('sends a new link, and switches two-factor sign-in off when asked', async () => {
    const server = page({ reset: () => ({ member: mina, link }) });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Send password link' }));
    await user.click(await screen.findByRole('checkbox', { name: /switch two-factor sign-in off/ }));
    await user.click(button('Send'));
    expect(await screen.findByRole('textbox', { name: 'One-time link' })).toHaveValue(link);
    expect(screen.getByText(/works once, for one hour/)).toBeVisible();
    expect(server.requestsTo(managers.reset)[0]?.input).toMatchObject({ resetTotp: true });
  });

  it('says why a link is refused', async () => {
    page({
      reset: () => {
        throw new Refusal('PERM_DENIED');
      },
    });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Send password link' }));
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText('You do not have permission to do this.')).toBeVisible();
  });

  it('signs out everywhere', async () => {
    page({ endSessions: () => ({ ended: 3 }) });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('3 sessions ended.')).toBeVisible();
  });

  it('hands over all that is ticked to one colleague', async () => {
    const server = page({ holdings: () => held, transfer: () => ({ moved: 7 }) });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Hand over work' }));
    expect(await screen.findByText('Alpha, Beta, Gamma, Delta, Epsilon')).toBeVisible();
    expect(screen.getByText('and 2 more', { exact: false })).toBeVisible();
    expect(button('Hand over')).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /Open tasks to review/ }));
    await user.click(screen.getByRole('combobox', { name: 'To' }));
    await screen.findByTitle('Lucy');
    expect(screen.queryByTitle('Mina Harker')).not.toBeInTheDocument();
    await user.click(await screen.findByTitle('Lucy'));
    await user.click(button('Hand over'));
    expect(await screen.findByText('7 items handed over.')).toBeVisible();
    expect(server.requestsTo(managers.transfer)[0]?.input).toMatchObject({
      toId: lucy.id,
      kinds: ['clientsAsManager'],
    });
  });

  it('says before a deactivation what would be nobody’s, and offers to hand it over', async () => {
    page({ holdings: () => held });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Mina Harker is still in charge of this:')).toBeVisible();
    await user.click(button('Hand over first'));
    expect(await screen.findByText('Hand over the work of Mina Harker')).toBeVisible();
  });

  it('deactivates at the version it saw, and the last super admin stays', async () => {
    const server = page({
      holdings: () => nothing,
      deactivate: () => {
        throw new Refusal('LAST_SUPER_ADMIN');
      },
    });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await user.click(await lastButton('Deactivate'));
    expect(await screen.findByText('The last active super admin cannot be removed.')).toBeVisible();
    expect(server.requestsTo(managers.deactivate)[0]?.version).toBe(4);
  });

  it('deletes only after the name was typed', async () => {
    const server = page({ remove: () => ({}) });
    const { user, address } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const remove = await lastButton('Delete');
    expect(remove).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Mina Harker/ }), 'Mina Harker');
    await user.click(remove);
    await waitFor(() => expect(address()).toBe('/app/managers'));
    expect(server.requestsTo(managers.remove)[0]?.version).toBe(4);
  });

  it('of who was deactivated offers to let them in again', async () => {
    const server = page({ reactivate: () => mina }, { ...mina, status: 'deactivated' });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
    expect(await screen.findByText('Mina Harker can sign in again.')).toBeVisible();
    expect(server.requestsTo(managers.reactivate)[0]?.version).toBe(4);
    expect(screen.queryByRole('button', { name: 'Send password link' })).not.toBeInTheDocument();
  });
});
