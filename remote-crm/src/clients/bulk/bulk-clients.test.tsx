import { screen, waitFor, within } from '@testing-library/react';
import { clientBulk } from '@daybook/contracts/crm/clients/client-bulk';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { jobs, type Job } from '@daybook/contracts/jobs/jobs';
import { lookups } from '@daybook/contracts/lookups';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../../locales/en.json';
import { client, idOf, rowOf, server } from '../../test/client-records.ts';
import ClientList from '../client-list.tsx';

const texts = { crm: en };
const first = client({ id: idOf(1), name: 'Dupont' });
const second = client({ id: idOf(2), name: 'Martin' });
const page = () => ({ rows: [rowOf(first), rowOf(second)], pageSize: 20, next: null, previous: null });

const jobOf = (more: Partial<Job> = {}): Job => ({
  id: idOf(90),
  kind: 'client_change',
  status: 'done',
  by: 'Ada',
  at: '2026-11-20T10:00:00Z',
  endedAt: '2026-11-20T10:00:05Z',
  all: 2,
  done: 1,
  refused: 1,
  skipped: 0,
  hasFiles: false,
  ...more,
});
const refused = {
  id: '2',
  status: 'refused' as const,
  subject: { kind: 'client' as const, id: second.id, name: 'Martin', client: 'Martin' },
  entity: null,
  refusal: { code: 'VERSION_CONFLICT' as const, message: 'Somebody changed it meanwhile.', fields: {} },
  made: null,
  hasFile: false,
  doneAt: '2026-11-20T10:00:05Z',
};

const serve = () =>
  server(first)
    .also(clients, { list: page, total: () => ({ total: 2_500, isCapped: false }) })
    .also(clientBulk, {
      preview: () => ({
        changes: 1,
        leftOut: [{ reason: 'SAME' as const, count: 1, some: [{ id: first.id, label: 'Dupont' }] }],
      }),
      change: () => ({ id: idOf(90) }),
      deactivate: () => ({ id: idOf(91) }),
      undo: () => ({ id: idOf(92) }),
    })
    .also(jobs, {
      open: ({ input }) =>
        jobOf({ id: input.id, ...(input.id !== idOf(90) && { kind: 'client_undo', refused: 0, done: 2 }) }),
      items: () => ({ rows: [refused], pageSize: 20, next: null, previous: null }),
    });

/** Found by its title, because antd gives every element the same id in a test. */
const dialogOf = async (title: string): Promise<HTMLElement> =>
  (await screen.findByText(title, { selector: '.ant-modal-title' })).closest<HTMLElement>(
    '[role=dialog]',
  ) as HTMLElement;

const tick = async (shown: Awaited<ReturnType<typeof renderScreen>>) => {
  await screen.findByRole('link', { name: 'Martin' });
  await shown.user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
};

describe('a bulk change of clients', () => {
  it('shows how many change and who is left out, then each refusal, and is undone', async () => {
    const api = serve();
    const shown = await renderScreen(<ClientList />, { texts, path: '/app/clients' });
    await tick(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Change clients' }));
    const dialog = within(await dialogOf('Change clients'));
    expect(dialog.getByRole('button', { name: 'Change' })).toBeDisabled();
    await shown.user.click(dialog.getByRole('combobox', { name: 'What to change' }));
    await shown.user.click(
      await screen.findByText('Payment terms (days)', { selector: '.ant-select-item-option-content' }),
    );
    const days = dialog.getByRole('spinbutton', { name: 'Payment terms (days)' });
    await shown.user.clear(days);
    await shown.user.type(days, '7');
    expect(await dialog.findByText('One client changes.')).toBeVisible();
    expect(dialog.getByText('1 are already so:')).toHaveTextContent('Dupont');
    await shown.user.click(dialog.getByRole('button', { name: 'Change' }));
    expect(api.requestsTo(clientBulk.change)[0]?.input).toMatchObject({
      ids: [first.id, second.id],
      change: { field: 'paymentTerms', days: 7 },
    });
    expect(await dialog.findByText(/^1 of 2 done, 1 refused\./)).toBeVisible();
    expect((await dialog.findByRole('link', { name: 'Martin' })).closest('li')).toHaveTextContent(
      'Martin: Somebody changed it meanwhile.',
    );
    await shown.user.click(dialog.getByRole('button', { name: /^Undo/ }));
    expect(await dialog.findByText(/^2 of 2 changed back/)).toBeVisible();
    expect(api.requestsTo(clientBulk.undo)[0]?.input).toEqual({ id: idOf(90) });
    expect(dialog.queryByRole('button', { name: /^Undo/ })).toBeNull();
    await shown.user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change clients' })).toBeNull());
  });

  it('means the ticked clients again once one of all is unticked', async () => {
    const api = serve();
    const shown = await renderScreen(<ClientList />, { texts, path: '/app/clients' });
    await tick(shown);
    await shown.user.click(await screen.findByRole('button', { name: 'Select all 2,500 found' }));
    await shown.user.click(screen.getByRole('checkbox', { name: 'Select Martin' }));
    expect(screen.getByRole('button', { name: 'Select all 2,500 found' })).toBeVisible();
    await shown.user.click(screen.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() =>
      expect(api.requestsTo(clientBulk.preview)[0]?.input).toMatchObject({ ids: [first.id] }),
    );
  });

  it('deactivates all clients that the list finds, with a reason', async () => {
    const api = serve();
    const shown = await renderScreen(<ClientList />, { texts, path: '/app/clients?filter[noSeries]=true' });
    await tick(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Select all 2,500 found' }));
    await shown.user.click(screen.getByRole('button', { name: 'Deactivate' }));
    const dialog = within(await dialogOf('Deactivate clients'));
    const confirm = dialog.getByRole('button', { name: 'Deactivate' });
    expect(confirm).toBeDisabled();
    await shown.user.type(dialog.getByRole('textbox'), 'Closed');
    await waitFor(() => expect(confirm).toBeEnabled());
    await shown.user.click(confirm);
    expect(api.requestsTo(clientBulk.deactivate)[0]?.input).toMatchObject({
      filter: { noSeries: 'true' },
      reason: 'Closed',
    });
    expect(api.requestsTo(clientBulk.deactivate)[0]?.input['ids']).toBeUndefined();
  });

  it('is offered only to people who may change or deactivate clients', async () => {
    serve();
    await renderScreen(<ClientList />, { texts, path: '/app/clients', me: { roles: ['clients.view'] } });
    await screen.findByRole('link', { name: 'Martin' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('applies a package to the ticked clients, and offers no undo', async () => {
    const small = { id: idOf(70), label: 'Small firm', more: {} };
    const api = serve()
      .also(subscriptions, { applyToMany: () => ({ id: idOf(93) }) })
      .also(lookups, { find: () => [small] })
      .also(jobs, {
        open: ({ input }) => jobOf({ id: input.id, kind: 'package_apply', refused: 0, done: 2 }),
      });
    const shown = await renderScreen(<ClientList />, { texts, path: '/app/clients' });
    await tick(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Apply a package' }));
    const dialog = within(await dialogOf('Apply a package'));
    await shown.user.click(dialog.getByRole('combobox', { name: 'Package' }));
    await shown.user.click(
      await screen.findByText('Small firm', {
        selector: '.ant-select-item-option-content *, .ant-select-item-option-content',
      }),
    );
    await shown.user.type(dialog.getByRole('textbox', { name: 'Starts on' }), '01/02/2027{Tab}');
    await shown.user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/^2 of 2 done/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(api.requestsTo(subscriptions.applyToMany)[0]?.input).toMatchObject({
      ids: [first.id, second.id],
      packageId: small.id,
      startsOn: '2027-02-01',
    });
  });
});
