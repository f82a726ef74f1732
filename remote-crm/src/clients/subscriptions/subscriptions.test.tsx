import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { subscriptions, type Subscription } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import ja from '../../locales/ja.json';
import zh from '../../locales/zh.json';
import { idOf } from '../../test/client-records.ts';
import { preview } from '../../test/subscription-previews.ts';
import ApplyPackage from './apply-package.tsx';
import { ClientSubscriptions } from './client-subscriptions.tsx';

const texts = { crm: en };
const clientId = idOf(1);
const smallFirm = { id: idOf(70), label: 'Small firm' };

const subscription: Subscription = {
  id: idOf(71),
  version: 4,
  client: { id: clientId, label: 'Dupont' },
  package: smallFirm,
  entity: { id: idOf(500), label: 'Paris office' },
  versionNo: 1,
  latestNo: 2,
  cycle: 'monthly',
  currency: 'EUR',
  price: minor(25_000),
  discountPct: '10',
  billing: 'pre',
  startsOn: '2026-01-01',
  endedOn: null,
  status: 'active',
  pausedOn: null,
  canResume: false,
  canEnd: true,
  canGoOn: false,
  billedThrough: '2026-11-30',
  firstPeriod: '2026-01-01',
  prices: [{ validFrom: '2026-01-01', price: minor(25_000) }],
  predecessor: null,
  successor: null,
  series: [],
};

const serve = () =>
  fakeServer(subscriptions, {
    list: () => ({ rows: [subscription], pageSize: 20, next: null, previous: null }),
    preview: () => preview(),
    previewChange: () => preview({ formerEndsOn: '2027-01-31' }),
    apply: () => subscription,
    applyToMany: () => ({ id: idOf(90) }),
    changePrice: () => subscription,
    change: () => subscription,
    end: () => subscription,
    pause: () => subscription,
  }).also(lookups, { find: () => [{ ...smallFirm, more: {} }] });

beforeEach(() => sessionStorage.clear());

describe('a package for a client', () => {
  it.each([
    ['en', en, 'What it creates'],
    ['zh', zh, '将生成的内容'],
    ['fr', fr, 'Ce qui sera créé'],
    ['ja', ja, '作成される内容'],
  ] as const)('shows what it would create in %s', async (language, own, title) => {
    serve();
    await renderScreen(<ApplyPackage />, {
      language,
      texts: { crm: own },
      path: `/app/subscriptions/add?clientId=${clientId}`,
    });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it('is applied after the person has seen the first invoice and the tasks', async () => {
    const api = serve();
    const shown = await renderScreen(<ApplyPackage />, {
      texts,
      path: `/app/subscriptions/add?clientId=${clientId}&packageId=${smallFirm.id}`,
    });
    await shown.user.type(await screen.findByRole('textbox', { name: 'Starts on' }), '15/01/2027{Tab}');
    const created = within(await screen.findByRole('region', { name: 'What it creates' }));
    expect(await created.findByText(/Takes effect with the next period/)).toBeVisible();
    const first = within(created.getByRole('list', { name: 'First invoice' }));
    expect(first.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Bookkeeping.*250\.00/),
      expect.stringMatching(/Discount.*25\.00/),
      expect.stringMatching(/Tax.*45\.00/),
      expect.stringMatching(/Total.*270\.00/),
    ]);
    expect(within(created.getByRole('list', { name: 'Tasks' })).getByText('Set up the books')).toBeVisible();
    await shown.user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(api.requestsTo(subscriptions.apply)[0]?.input).toMatchObject({
        clientId,
        packageId: smallFirm.id,
        startsOn: '2027-01-15',
        billing: 'pre',
        mode: 'draft',
      }),
    );
  });
});

it('names the past invoices that it creates, and offers to begin with the coming period', async () => {
  const [february, march] = preview().invoices.next;
  const past = {
    ...preview().invoices,
    missed: february ? [february] : [],
    missedBefore: 2,
    next: march ? [march] : [],
  };
  const api = serve().also(subscriptions, {
    preview: ({ input }) => (input.firstPeriod === '2027-03-01' ? preview() : preview({ invoices: past })),
  });
  const { user } = await renderScreen(<ApplyPackage />, {
    texts,
    path: `/app/subscriptions/add?clientId=${clientId}&packageId=${smallFirm.id}`,
  });
  await user.type(await screen.findByRole('textbox', { name: 'Starts on' }), '01/12/2026{Tab}');
  expect(await screen.findByRole('button', { name: 'Apply and create 3 past invoices' })).toBeVisible();
  expect(screen.getByText('3 invoices for past periods are created at once.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Invoice only from 1 Mar 2027 on' }));
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  await waitFor(() =>
    expect(api.requestsTo(subscriptions.apply)[0]?.input).toMatchObject({ firstPeriod: '2027-03-01' }),
  );
});

describe('the packages of a client', () => {
  it('are listed with price, discount and version, and change by steps', async () => {
    const api = serve();
    const shown = await renderScreen(<ClientSubscriptions clientId={clientId} isActive />, { texts });
    const list = within(await screen.findByRole('list', { name: 'Packages' }));
    const row = await list.findByRole('listitem');
    expect(row).toHaveTextContent('Small firm');
    expect(row).toHaveTextContent('a month · −10 %');
    expect(row).toHaveTextContent('version 1, not the latest');
    await shown.user.click(within(row).getByRole('button'));
    await shown.user.click(await screen.findByRole('menuitem', { name: 'Change the price' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the price: Small firm' }));
    await shown.user.type(dialog.getByRole('textbox', { name: /From/ }), '01/01/2027{Tab}');
    await shown.user.type(dialog.getByRole('textbox', { name: /Or raise it by/ }), '4');
    await shown.user.click(dialog.getByRole('button', { name: 'Change the price' }));
    await waitFor(() =>
      expect(api.requestsTo(subscriptions.changePrice)[0]).toMatchObject({
        input: { id: subscription.id, from: '2027-01-01', upliftPct: '4' },
        version: 4,
      }),
    );
  });

  it('change with the discount that the client has, unless the person changes it', async () => {
    const api = serve();
    const shown = await renderScreen(<ClientSubscriptions clientId={clientId} isActive />, { texts });
    const row = await within(await screen.findByRole('list', { name: 'Packages' })).findByRole('listitem');
    await shown.user.click(within(row).getByRole('button'));
    await shown.user.click(await screen.findByRole('menuitem', { name: 'Change the package' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the package: Small firm' }));
    await shown.user.click(dialog.getByRole('combobox', { name: 'Package' }));
    await shown.user.click(await screen.findByTitle('Small firm'));
    await shown.user.type(dialog.getByRole('textbox', { name: /From/ }), '01/02/2027{Tab}');
    await shown.user.click(dialog.getByRole('button', { name: 'Change the package' }));
    await waitFor(() =>
      expect(api.requestsTo(subscriptions.change)[0]?.input).toMatchObject({
        packageId: smallFirm.id,
        discountPct: '10',
      }),
    );
  });

  it('offer what the server allows: to resume one that rests although its end is known', async () => {
    const resting = {
      ...subscription,
      status: 'paused' as const,
      pausedOn: '2026-11-01',
      endedOn: '2026-12-31',
      canResume: true,
      canEnd: false,
    };
    serve().also(subscriptions, {
      list: () => ({ rows: [resting], pageSize: 20, next: null, previous: null }),
    });
    const shown = await renderScreen(<ClientSubscriptions clientId={clientId} isActive />, { texts });
    const row = await within(await screen.findByRole('list', { name: 'Packages' })).findByRole('listitem');
    await shown.user.click(within(row).getByRole('button'));
    const steps = (await screen.findAllByRole('menuitem')).map((step) => step.textContent);
    expect(steps).toEqual(['Change the price', 'Resume']);
  });

  it('offer to move a known end, and to take it back', async () => {
    const ending = { ...subscription, endedOn: '2026-12-31', canGoOn: true };
    const api = serve().also(subscriptions, {
      list: () => ({ rows: [ending], pageSize: 20, next: null, previous: null }),
    });
    const shown = await renderScreen(<ClientSubscriptions clientId={clientId} isActive />, { texts });
    const row = await within(await screen.findByRole('list', { name: 'Packages' })).findByRole('listitem');
    await shown.user.click(within(row).getByRole('button'));
    await shown.user.click(await screen.findByRole('menuitem', { name: 'Change the end' }));
    const moving = within(await screen.findByRole('dialog', { name: 'Change the end: Small firm' }));
    const day = moving.getByRole('textbox', { name: /Last day/ });
    expect(day).toHaveValue('31/12/2026');
    await shown.user.clear(day);
    await shown.user.type(day, '31/03/2027{Tab}');
    await shown.user.click(moving.getByRole('button', { name: 'Change the end' }));
    await waitFor(() =>
      expect(api.requestsTo(subscriptions.end)[0]?.input).toEqual({ id: ending.id, on: '2027-03-31' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await shown.user.click(within(row).getByRole('button'));
    await shown.user.click(await screen.findByRole('menuitem', { name: 'Continue without an end' }));
    const back = within(await screen.findByRole('dialog', { name: 'Continue without an end: Small firm' }));
    await shown.user.click(back.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(api.requestsTo(subscriptions.end)[1]).toMatchObject({
        input: { id: ending.id, on: null },
        version: 4,
      }),
    );
  });

  it('offer no step to a person who may only apply packages', async () => {
    serve();
    await renderScreen(<ClientSubscriptions clientId={clientId} isActive />, {
      texts,
      me: { roles: ['recurring_invoices.add'] },
    });
    const row = await within(await screen.findByRole('list', { name: 'Packages' })).findByRole('listitem');
    expect(within(row).queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Apply a package' })).toHaveAttribute(
      'href',
      `/app/subscriptions/add?clientId=${clientId}`,
    );
  });
});
