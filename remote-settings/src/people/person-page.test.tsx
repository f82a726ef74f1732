import { screen, waitFor } from '@testing-library/react';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { managers, type Holdings } from '@daybook/contracts/people/staff';
import { Refusal } from '@daybook/contracts/refusals';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import EditMember from './edit-member.tsx';
import { audit, button, link, lucy, mina, pickers, texts } from './people.fixture.ts';

const held: Holdings = {
  rows: [
    { kind: 'clientsAsManager', count: 7, names: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'] },
    { kind: 'openTasksToReview', count: 1, names: ['VAT return'] },
  ],
  openLedgers: [{ entity: 'Daybook Paris', currency: 'EUR' }],
};
const nothing: Holdings = { rows: [], openLedgers: [] };

const edit = {
  path: `/app/managers/edit/${mina.id}`,
  route: '/app/managers/edit/:id',
  texts,
};
const lastButton = async (name: string) =>
  (await screen.findAllByRole('button', { name })).at(-1) as HTMLElement;

const change = (field: string, before: string, after: string) => ({
  field,
  before: { as: 'text' as const, text: before },
  after: { as: 'text' as const, text: after },
});

const page = (handlers: Parameters<typeof fakeServer<typeof managers>>[1], member = mina) =>
  fakeServer(managers, { open: () => member, ...handlers })
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(lookups, pickers);

beforeEach(() => sessionStorage.clear());

describe('the page of a person', () => {
  it('names changes as the form names its fields', async () => {
    const event = { at: '2026-03-31T10:00:00.000Z', by: 'Lucy', isOwn: true, parts: [] };
    page({}).also(history, {
      of: () => ({
        earlier: null,
        events: [
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
      }),
    });
    await renderScreen(<EditMember />, edit);
    expect(await screen.findByText('Active → Deactivated')).toBeVisible();
    expect(screen.getByText('Access:', { exact: false })).toHaveTextContent('Access: Own work → Own team');
    expect(screen.queryByText(/searchText/)).not.toBeInTheDocument();
  });

  it('explains each scope, and saves at the version it saw', async () => {
    const server = page({ edit: () => mina });
    const { user, address } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('combobox', { name: 'Access' }));
    await user.click(await screen.findByText('Only their own clients and work'));
    await user.click(button('Save'));
    await waitFor(() => expect(address()).toBe('/app/managers'));
    expect(server.requestsTo(managers.edit)[0]).toMatchObject({
      version: 4,
      input: { scope: 'own', departmentIds: [audit.id], joinedOn: '2024-04-01' },
    });
  });

  it('sends a new link, and resets two-factor sign-in on request', async () => {
    const server = page({ reset: () => ({ member: mina, link }) });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Send password link' }));
    await user.click(await screen.findByRole('checkbox', { name: /switch two-factor sign-in off/ }));
    await user.click(button('Send'));
    expect(await screen.findByRole('textbox', { name: 'One-time link' })).toHaveValue(link);
    expect(screen.getByText(/works once, for one hour/)).toBeVisible();
    expect(server.requestsTo(managers.reset)[0]?.input).toMatchObject({ resetTotp: true });
  });

  it('shows why a link is refused', async () => {
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

  it('signs the person out everywhere', async () => {
    page({ endSessions: () => ({ ended: 3 }) });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('3 sessions ended.')).toBeVisible();
  });

  it('hands over all ticked assignments to one colleague', async () => {
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

  it('lists the person’s assignments before a deactivation, and offers to hand them over', async () => {
    page({ holdings: () => held });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Still assigned to Mina Harker:')).toBeVisible();
    expect(screen.getByText('Still to be settled with Mina Harker')).toBeVisible();
    expect(screen.getByText('Daybook Paris (EUR)')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the user ledger' })).toHaveAttribute(
      'href',
      `/app/reports/user_ledger?view=ledger&personId=${mina.id}`,
    );
    await user.click(button('Hand over first'));
    expect(await screen.findByText('Hand over the work of Mina Harker')).toBeVisible();
  });

  it('deactivates at the version it saw, and keeps the last super admin', async () => {
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
    await chooseMore(user, 'Delete');
    const remove = await lastButton('Delete');
    expect(remove).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: /Mina Harker/ }), 'Mina Harker');
    await user.click(remove);
    await waitFor(() => expect(address()).toBe('/app/managers'));
    expect(server.requestsTo(managers.remove)[0]?.version).toBe(4);
  });

  it('offers to reactivate a deactivated person', async () => {
    const server = page({ reactivate: () => mina }, { ...mina, status: 'deactivated' });
    const { user } = await renderScreen(<EditMember />, edit);
    await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
    expect(await screen.findByText('Mina Harker can sign in again.')).toBeVisible();
    expect(server.requestsTo(managers.reactivate)[0]?.version).toBe(4);
    expect(screen.queryByRole('button', { name: 'Send password link' })).not.toBeInTheDocument();
  });
});
