import { screen, waitFor, within } from '@testing-library/react';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { packages, type PackageRecord } from '@daybook/contracts/settings/packages/packages';
import { fakeServer, type FakeHandlers } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import EditPackage from './edit-package.tsx';
import PackageList from './package-list.tsx';

const id = '018f2b1c-0000-7000-8000-000000000001';
const serviceId = '018f2b1c-0000-7000-8000-000000000002';
const entity = { id: '018f2b1c-0000-7000-8000-000000000003', label: 'Paris office' };
const smallFirm: PackageRecord = {
  id,
  version: 3,
  name: 'Small firm',
  entity,
  validFrom: null,
  validTo: null,
  active: true,
  description: null,
  isSold: false,
  latest: {
    id: '018f2b1c-0000-7000-8000-000000000004',
    no: 2,
    madeAt: '2026-05-04T09:00:00.000Z',
    madeBy: 'Ada',
    cycle: 'monthly',
    currency: 'EUR',
    price: minor(25_000),
    laterPrices: [{ validFrom: '2027-01-01', price: minor(27_500) }],
    services: [{ service: { id: serviceId, label: 'Bookkeeping' }, qty: '1', share: minor(25_000) }],
    recurringTasks: [],
    tasks: [],
  },
};
const { latest, description: _description, isSold: _isSold, ...known } = smallFirm;
const row = { ...known, cycle: latest.cycle, currency: latest.currency, price: latest.price };

beforeEach(() => sessionStorage.clear());

describe('packages', () => {
  it.each([
    ['en', en, 'Packages', 'Monthly'],
    ['zh', zh, '套餐', '每月'],
    ['fr', fr, 'Forfaits', 'Mensuelle'],
    ['ja', ja, 'パッケージ', '毎月'],
  ] as const)('are listed with their price and cycle in %s', async (language, own, title, cycle) => {
    fakeServer(packages, {
      list: () => ({ rows: [row], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    });
    await renderScreen(<PackageList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: 'Small firm' })).toHaveAttribute(
      'href',
      `/app/settings/packages/edit/${id}`,
    );
    expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
    const table = screen.getByRole('table');
    expect(within(table).getByText(cycle)).toBeInTheDocument();
    expect(within(table).getByText(/250[.,]00/)).toBeInTheDocument();
  });
});

/** What an entry of the list of versions lists. */
const held = (version: Element | null | undefined) =>
  [...(version?.querySelectorAll('li') ?? [])].map((one) => one.textContent);

/** The form of the package, on a server that answers so. */
async function openPackage(handlers: FakeHandlers<typeof packages>) {
  const server = fakeServer(packages, handlers)
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(lookups, { find: () => [] });
  const page = await renderScreen(<EditPackage />, {
    texts: { settings: en },
    path: `/app/settings/packages/edit/${id}`,
    route: '/app/settings/packages/edit/:id',
  });
  return { ...page, server };
}

describe('a package', () => {
  it('tells versions apart by all that they hold', async () => {
    const [line] = latest.services;
    if (line === undefined) throw new Error('the package holds no service');
    const category = { id: entity.id, label: 'Set up the books' };
    const tasks = [7, 30].map((offsetDays) => ({ category, offsetDays }));
    await openPackage({
      open: () => smallFirm,
      versions: () => ({
        versions: [
          { ...latest, services: [{ ...line, qty: '1.5' }, line, { ...line }], tasks },
          { ...latest, id: serviceId, no: 1 },
        ],
      }),
    });
    const versions = await screen.findByRole('list', { name: 'Versions' });
    const [second, first] = within(versions)
      .getAllByText(/^Version \d$/)
      .map((one) => one.closest('li'));
    expect(held(second)).toEqual([
      'Bookkeeping × 1.5 €250.00',
      'Bookkeeping €250.00',
      'Bookkeeping €250.00',
      'From 1 Jan 2027 €275.00',
      'Set up the books · after 7 days',
      'Set up the books · after 30 days',
    ]);
    expect(held(first)).toEqual(['Bookkeeping €250.00', 'From 1 Jan 2027 €275.00']);
  });

  it('that was sold keeps its billing entity, and says why', async () => {
    await openPackage({
      open: () => ({ ...smallFirm, isSold: true }),
      versions: () => ({ versions: [latest] }),
    });
    expect(await screen.findByRole('combobox', { name: /Billing entity/ })).toBeDisabled();
    expect(screen.getByText('Clients have this package, so its billing entity stays')).toBeVisible();
  });

  it('that nobody has may move to another billing entity', async () => {
    await openPackage({ open: () => smallFirm, versions: () => ({ versions: [latest] }) });
    expect(await screen.findByRole('combobox', { name: /Billing entity/ })).toBeEnabled();
    expect(screen.queryByText(/billing entity stays/)).not.toBeInTheDocument();
  });

  it('shows its versions, says what of the price is not assigned yet, and saves once all of it is', async () => {
    const [line] = latest.services;
    if (line === undefined) throw new Error('the package holds no service');
    const services = [
      { ...line, share: minor(20_000) },
      { ...line, share: minor(5_000) },
    ];
    const { user, server } = await openPackage({
      open: () => ({ ...smallFirm, latest: { ...latest, services } }),
      versions: () => ({ versions: [latest, { ...latest, id: serviceId, no: 1, laterPrices: [] }] }),
      edit: () => smallFirm,
    });
    const versions = await screen.findByRole('list', { name: 'Versions' });
    expect(
      within(versions)
        .getAllByText(/^Version \d$/)
        .map((one) => one.textContent),
    ).toEqual(['Version 2', 'Version 1']);
    const first = screen.getByRole('group', { name: 'Service 1' });
    const share = within(first).getByRole('textbox', { name: /Amount/ });
    await user.clear(share);
    await user.type(share, '150');
    await user.tab();
    expect(await screen.findByText('€50.00 of the price is not assigned yet.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('The amounts of the services must add up to the price')).not.toEqual(
      [],
    );
    await user.clear(share);
    await user.type(share, '200');
    await user.tab();
    expect(screen.queryByText(/not assigned yet/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(server.requestsTo(packages.edit)).toMatchObject([
      { version: 3, input: { id, price: 25_000, services: [{ share: 20_000 }, { share: 5_000 }] } },
    ]);
  });

  it('of one service is not asked for its amount, which is the price', async () => {
    const { user, server } = await openPackage({
      open: () => smallFirm,
      versions: () => ({ versions: [latest] }),
      edit: () => smallFirm,
    });
    expect(await screen.findByRole('group', { name: 'Service 1' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /Amount/ })).toBeNull();
    const price = screen.getAllByRole('textbox', { name: /Price/ })[0] as HTMLElement;
    await user.clear(price);
    await user.type(price, '300');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(packages.edit)).toMatchObject([
        { input: { price: 30_000, services: [{ serviceId, qty: '1', share: 30_000 }] } },
      ]),
    );
  });
});

describe('the clients of a package', () => {
  it('are brought to its latest version after a look at what each will pay', async () => {
    const jobId = '018f2b1c-0000-7000-8000-000000000090';
    const server = fakeServer(packages, { open: () => smallFirm, versions: () => ({ versions: [latest] }) })
      .also(subscriptions, {
        previewLatestVersion: () => ({
          total: 1,
          paused: 2,
          some: [
            {
              subscription: serviceId,
              client: { id, label: 'Dupont' },
              from: '2027-02-01',
              currency: 'EUR',
              price: minor(20_000),
              newCurrency: 'EUR',
              newPrice: minor(25_000),
            },
          ],
        }),
        bringToLatestVersion: () => ({ id: jobId }),
      })
      .also(lookups, { find: () => [] })
      .also(history, { of: () => ({ events: [], earlier: null }) });
    const { user } = await renderScreen(<EditPackage />, {
      path: `/app/settings/packages/edit/${id}`,
      route: '/app/settings/packages/edit/:id',
      texts: { settings: en },
    });
    expect(await screen.findByRole('link', { name: 'Apply to clients' })).toHaveAttribute(
      'href',
      `/app/subscriptions/add?packageId=${id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Bring clients to the latest version' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: /From/ }), '15/01/2027{Tab}');
    expect(await dialog.findByText('1 client has an earlier version')).toBeVisible();
    expect(dialog.getByText('2 are paused and keep their version')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent(/Dupont.*200.*250/);
    await user.click(dialog.getByRole('button', { name: 'Bring to the latest version' }));
    await waitFor(() =>
      expect(server.requestsTo(subscriptions.bringToLatestVersion)[0]?.input).toEqual({
        id,
        from: '2027-01-15',
      }),
    );
  });

  it.each([
    ['its first version', { no: 1 }],
    ['sold once', { cycle: 'once' }],
  ] as const)('are not brought anywhere while it is %s', async (_what, more) => {
    const only = { ...latest, ...more };
    fakeServer(packages, {
      open: () => ({ ...smallFirm, latest: only }),
      versions: () => ({ versions: [only] }),
    })
      .also(lookups, { find: () => [] })
      .also(history, { of: () => ({ events: [], earlier: null }) });
    await renderScreen(<EditPackage />, {
      path: `/app/settings/packages/edit/${id}`,
      route: '/app/settings/packages/edit/:id',
      texts: { settings: en },
    });
    expect(await screen.findByRole('link', { name: 'Apply to clients' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Bring clients to the latest version' })).toBeNull();
  });
});
