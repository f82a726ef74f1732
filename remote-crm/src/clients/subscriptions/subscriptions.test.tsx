import { screen, waitFor, within } from '@testing-library/react';
import type { PreviewedInvoice } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import {
  subscriptions,
  type Subscription,
  type SubscriptionPreview,
} from '@daybook/contracts/crm/subscriptions/subscriptions';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../../locales/en.json';
import fr from '../../locales/fr.json';
import ja from '../../locales/ja.json';
import zh from '../../locales/zh.json';
import { idOf } from '../../test/client-records.ts';
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
  billedThrough: '2026-11-30',
  firstPeriod: '2026-01-01',
  prices: [{ validFrom: '2026-01-01', price: minor(25_000) }],
  predecessor: null,
  successor: null,
  series: [],
};

const invoice = (month: string, last: string): PreviewedInvoice => ({
  nominal: `2027-${month}-01`,
  due: `2027-${month}-01`,
  makeOn: `2027-${month}-01`,
  periodFrom: `2027-${month}-01`,
  periodTo: `2027-${month}-${last}`,
  title: 'Small firm',
  moved: null,
  skipped: null,
  dueDate: `2027-${month}-15`,
  rounding: minor(0),
  prepaid: minor(0),
  withheldExpected: minor(0),
  taxGroups: [],
  net: minor(22_500),
  tax: minor(4_500),
  total: minor(27_000),
  payable: minor(27_000),
  lines: [{ description: 'Bookkeeping', qty: '1', unitPrice: '250', amount: minor(25_000) }],
});

const preview = (more: Partial<SubscriptionPreview> = {}): SubscriptionPreview => ({
  startsOn: '2027-02-01',
  isMoved: true,
  firstPeriod: { from: '2027-02-01', to: '2027-02-28' },
  cycle: 'monthly',
  currency: 'EUR',
  price: minor(25_000),
  formerEndsOn: null,
  invoices: {
    currency: 'EUR',
    next: [invoice('02', '28'), invoice('03', '31')],
    missed: [],
    missedBefore: 0,
    warnings: [],
    creditExceeded: null,
    refusals: {},
  },
  recurringTasks: [],
  tasks: [
    {
      category: { id: idOf(72), label: 'Kick-off' },
      title: 'Set up the books',
      startOn: '2027-02-08',
      dueOn: '2027-02-18',
    },
  ],
  ...more,
});

const serve = () =>
  fakeServer(subscriptions, {
    list: () => ({ rows: [subscription], pageSize: 20, next: null, previous: null }),
    preview: () => preview(),
    previewChange: () => preview({ formerEndsOn: '2027-01-31' }),
    apply: () => subscription,
    applyToMany: () => ({ id: idOf(90) }),
    changePrice: () => subscription,
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
    expect(first.getByText('Bookkeeping')).toBeVisible();
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
