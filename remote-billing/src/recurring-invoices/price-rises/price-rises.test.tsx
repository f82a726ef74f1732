import { screen, waitFor, within } from '@testing-library/react';
import {
  recurringInvoices,
  type RecurringInvoiceRow,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import {
  priceRises,
  type PriceLetter,
  type PriceRise,
  type PriceRiseItem,
} from '@daybook/contracts/crm/price-rises/price-rises';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts, { textsIn } from '../../test/texts.ts';
import { client, entity, idOf } from '../../test/billing-records.ts';
import RecurringList from '../recurring-list.tsx';
import RiseList from './rise-list.tsx';
import RiseRecord from './rise-record.tsx';

const draft: PriceRise = {
  id: idOf(800),
  version: 1,
  percentBp: 350,
  amount: null,
  currency: null,
  roundingStep: 100,
  from: '2027-07-01',
  package: null,
  status: 'draft',
  by: 'Ada',
  at: '2026-11-02T09:00:00Z',
  planned: 2,
  leftOut: 1,
  waiting: 0,
  done: 0,
  refused: 0,
  undone: 0,
  letters: 0,
  appliedAt: null,
  appliedBy: null,
  undoneAt: null,
  undoneBy: null,
  jobs: [],
  canMail: true,
};
const applied: PriceRise = {
  ...draft,
  version: 2,
  status: 'applied',
  planned: 0,
  done: 2,
  appliedAt: '2026-11-02T10:00:00Z',
  appliedBy: 'Ben',
};

const books: PriceRiseItem = {
  id: idOf(801),
  client,
  entity,
  series: { id: idOf(700), label: 'Retainer' },
  package: null,
  subscriptionId: null,
  line: 'Books {month}',
  status: 'planned',
  leftOut: null,
  leftOutOn: null,
  validFrom: '2027-07-01',
  isMoved: false,
  firstFrom: '2027-07-01',
  currency: 'EUR',
  unitBefore: '100',
  unitAfter: '104',
  before: minor(100_00),
  after: minor(104_00),
  difference: minor(4_00),
  percentBp: 400,
  clientPercentBp: 1_250,
  yearMore: minor(48_00),
  refusal: null,
  undoneAt: null,
  undoneBy: null,
  hasLetter: false,
};
const sold: PriceRiseItem = {
  ...books,
  id: idOf(802),
  client: { id: idOf(201), label: 'Beta Works' },
  package: { id: idOf(650), label: 'Small firm' },
  subscriptionId: idOf(651),
  line: null,
  validFrom: '2027-10-01',
  isMoved: true,
  clientPercentBp: 300,
};
const leftOut: PriceRiseItem = {
  ...books,
  id: idOf(803),
  client: { id: idOf(202), label: 'Gamma Trade' },
  line: 'Payroll',
  status: 'leftOut',
  leftOut: 'LATER_PRICE',
  leftOutOn: '2028-01-01',
  validFrom: null,
  firstFrom: null,
  unitBefore: null,
  unitAfter: null,
  before: null,
  after: null,
  difference: null,
  percentBp: null,
  clientPercentBp: 0,
  yearMore: null,
};

const pageOf = <Row,>(rows: Row[]) => ({ rows, pageSize: 20, next: null, previous: null });
const sums = [
  {
    currency: 'EUR',
    prices: 2,
    clients: 2,
    yearBefore: minor(2400_00),
    yearAfter: minor(2496_00),
    yearMore: minor(96_00),
    percentBp: 400,
  },
];
const total = { total: 3, isCapped: false };
const at = {
  path: `/recurring_invoices/price_rises/${draft.id}`,
  route: '/recurring_invoices/price_rises/:id',
  texts: { billing: texts },
};
/** The only dialog, which asks or is titled so. */
const dialogOf = async (title: string) => {
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(title);
  return dialog;
};
const rowOf = (name: string | RegExp) => screen.getByRole('row', { name });

beforeEach(() => sessionStorage.clear());

describe('the plan of a price rise', () => {
  const planned = {
    open: () => draft,
    items: () => pageOf([books, sold, leftOut]),
    itemsTotal: () => ({ ...total, sums }),
  };

  it('shows each price before and after, who pays steeply more, what is left out and why, and what the year brings', async () => {
    fakeServer(priceRises, planned);
    await renderScreen(<RiseRecord />, at);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Price rise of 3.5% from 1 Jul 2027',
    );
    const line = within(await screen.findByRole('row', { name: /Retainer – Books/ }));
    expect(line.getByText('€100.00')).toBeVisible();
    expect(line.getByText('€104.00')).toBeVisible();
    expect(line.getByText('12.5%').closest('.ant-tag')).not.toBeNull();
    const package_ = within(rowOf(/Small firm/));
    expect(package_.getByText(/\(moved\)/)).toBeVisible();
    expect(package_.getByText('3%').closest('.ant-tag')).toBeNull();
    expect(rowOf(/Gamma Trade/)).toHaveTextContent('A later price is agreed: 1 Jan 2028');
    expect((await screen.findByText('More')).nextSibling).toHaveTextContent('€96.00 (4%)');
  });

  it('is applied after a question, as it was seen', async () => {
    const server = fakeServer(priceRises, { ...planned, apply: () => ({ id: idOf(900) }) });
    const { user } = await renderScreen(<RiseRecord />, at);
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    const dialog = await dialogOf('Raise 2 prices');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(server.requestsTo(priceRises.apply)).toHaveLength(1));
    expect(server.requestsTo(priceRises.apply)[0]).toMatchObject({ input: { id: draft.id }, version: 1 });
  });

  it('can be deleted, and is filtered to clients who pay more than a share more', async () => {
    const server = fakeServer(priceRises, { ...planned, remove: () => ({}) });
    const { user } = await renderScreen(<RiseRecord />, {
      ...at,
      path: `${at.path}?filter%5BaboveBp%5D=1000`,
    });
    await screen.findByText('Gamma Trade');
    expect(server.requestsTo(priceRises.items).at(-1)?.input).toMatchObject({ filter: { aboveBp: '1000' } });
    await user.click(screen.getByRole('button', { name: 'Delete the plan' }));
    const dialog = await dialogOf('Delete the plan of this price rise');
    await user.click(within(dialog).getByRole('button', { name: 'Delete the plan' }));
    await waitFor(() => expect(server.requestsTo(priceRises.remove)).toHaveLength(1));
  });
});

describe('a price rise that was applied', () => {
  const raised = { ...books, status: 'done' as const };
  const served = {
    open: (): PriceRise => ({ ...applied, letters: 1 }),
    items: () =>
      pageOf([
        raised,
        {
          ...sold,
          status: 'refused' as const,
          refusal: { code: 'VERSION_CONFLICT', message: 'Somebody changed it.' },
        },
      ]),
    itemsTotal: () => ({ ...total, sums }),
  };

  it('says why a price was refused, and undoes one', async () => {
    const server = fakeServer(priceRises, {
      ...served,
      undoItem: () => ({ ...raised, status: 'undone' as const }),
    });
    const { user } = await renderScreen(<RiseRecord />, at);
    expect(await screen.findByText('Somebody changed it.')).toBeVisible();
    await user.click(within(rowOf(/Retainer – Books/)).getByRole('button', { name: 'Undo' }));
    const dialog = await dialogOf('Undo the new price of Acme SARL');
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requestsTo(priceRises.undoItem)).toHaveLength(1));
    expect(server.requestsTo(priceRises.undoItem)[0]?.input).toEqual({ id: draft.id, itemId: books.id });
  });

  it('says before all prices are undone how many clients have had the letter', async () => {
    fakeServer(priceRises, served);
    const { user } = await renderScreen(<RiseRecord />, at);
    await screen.findByText('Somebody changed it.');
    const [whole] = screen.getAllByRole('button', { name: 'Undo' });
    if (whole) await user.click(whole);
    expect(await screen.findByText(/1 client has had the letter/)).toBeVisible();
  });
});

describe('the letters of a price rise', () => {
  const text = { subject: 'Prices of {{entity}}', body: 'Dear {{contact}}\n\n{{prices}}' };
  const usual = { en: text, zh: text, fr: text, ja: text };
  const open: PriceLetter = {
    id: `${client.id} ${entity.id}`,
    client,
    entity,
    language: 'fr',
    prices: 2,
    sentTo: ['ada@acme.test'],
    state: 'open',
    mail: null,
    undone: 0,
  };
  const silent: PriceLetter = {
    ...open,
    id: 'b',
    client: { id: idOf(201), label: 'Beta Works' },
    sentTo: [],
  };
  const sent: PriceLetter = {
    ...open,
    id: 'c',
    client: { id: idOf(202), label: 'Gamma Trade' },
    state: 'sent',
    mail: { id: idOf(950), at: '2026-11-03T10:00:00Z', status: 'delivered', subject: 'Prices' },
    undone: 1,
  };
  const served = {
    open: () => applied,
    letters: () => pageOf([open, silent, sent]),
    lettersTotal: () => total,
    letterTexts: () => usual,
    previewLetter: () => ({
      language: 'fr' as const,
      sentTo: [],
      subject: 'Prix',
      body: 'Bonjour Ada',
      html: '',
    }),
    sendLetters: () => ({ id: idOf(901) }),
  };
  const there = { ...at, path: `${at.path}?part=letters` };

  it('name who has had one, who has no address, and what a client would read', async () => {
    fakeServer(priceRises, served);
    const { user } = await renderScreen(<RiseRecord />, there);
    expect(await screen.findByRole('row', { name: /Beta Works/ })).toHaveTextContent('No address');
    expect(rowOf(/Gamma Trade/)).toHaveTextContent('Sent');
    await user.click(within(rowOf(/Acme SARL/)).getByRole('button', { name: 'Read' }));
    expect(await screen.findByText('Bonjour Ada')).toBeVisible();
  });

  it('are sent with the texts as they were changed, in each language', async () => {
    const server = fakeServer(priceRises, served);
    const { user } = await renderScreen(<RiseRecord />, there);
    await user.click(await screen.findByRole('button', { name: 'Send letters' }));
    const dialog = await dialogOf('Send letters');
    await user.click(within(dialog).getByText('French'));
    const subject = within(dialog).getByRole('textbox', { name: 'Subject' });
    await user.clear(subject);
    await user.type(subject, 'Nos prix');
    await user.click(within(dialog).getByRole('button', { name: 'Send letters' }));
    await waitFor(() => expect(server.requestsTo(priceRises.sendLetters)).toHaveLength(1));
    expect(server.requestsTo(priceRises.sendLetters)[0]).toMatchObject({
      input: { id: draft.id, texts: { ...usual, fr: { ...text, subject: 'Nos prix' } } },
      version: 2,
    });
  });
});

describe('the price rises', () => {
  it.each([
    ['en', 'Price rises', '3.5%'],
    ['zh', '价格上调', '3.5%'],
    ['fr', 'Hausses de prix', '3,5'],
    ['ja', '値上げ', '3.5%'],
  ] as const)('are listed in %s', async (language, title, by) => {
    fakeServer(priceRises, { list: () => pageOf([draft]), total: () => ({ total: 1, isCapped: false }) });
    await renderScreen(<RiseList />, { language, texts: { billing: textsIn[language] } });
    expect(await screen.findByRole('link', { name: new RegExp(by) })).toHaveAttribute(
      'href',
      `/app/recurring_invoices/price_rises/${draft.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('begin for the subscriptions of a package that the address names', async () => {
    const server = fakeServer(priceRises, {
      list: () => pageOf([]),
      total: () => ({ total: 0, isCapped: false }),
      create: () => draft,
    });
    const { user } = await renderScreen(<RiseList />, {
      path: `/recurring_invoices/price_rises?raise=${idOf(650)}`,
      route: '/recurring_invoices/price_rises',
      texts: { billing: texts },
    });
    const dialog = await dialogOf('Raise prices');
    await user.click(within(dialog).getByRole('button', { name: 'Plan' }));
    expect(await within(dialog).findAllByText('This is required')).not.toHaveLength(0);
    await user.type(within(dialog).getByRole('textbox', { name: 'Percent' }), '3.5');
    await user.type(within(dialog).getByRole('textbox', { name: 'From' }), '2027-07-01');
    await user.click(within(dialog).getByRole('button', { name: 'Plan' }));
    await waitFor(() => expect(server.requestsTo(priceRises.create)).toHaveLength(1));
    expect(server.requestsTo(priceRises.create)[0]?.input).toMatchObject({
      packageId: idOf(650),
      percent: '3.5',
      from: '2027-07-01',
      roundingStep: 1,
    });
  });
});

it('the prices of ticked series, or of all that the list finds, are raised from the list of recurring invoices', async () => {
  const series: RecurringInvoiceRow = {
    id: idOf(700),
    version: 4,
    title: 'Retainer',
    client,
    entity,
    mode: 'issue',
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=1',
    status: 'active',
    pausedFor: null,
    nextOn: '2027-01-01',
    currency: 'EUR',
    nextAmount: minor(100_00),
    pricesIncludeTax: false,
  };
  const server = fakeServer(
    { ...priceRises, ...recurringInvoices },
    { list: () => pageOf([series]), total: () => ({ total: 41, isCapped: false }) },
  );
  const { user } = await renderScreen(<RecurringList />, {
    path: '/recurring_invoices?filter%5Bmode%5D=issue',
    route: '/recurring_invoices',
    texts: { billing: texts },
  });
  await user.click(within(await screen.findByRole('row', { name: /Retainer/ })).getByRole('checkbox'));
  expect(screen.getByText('1 chosen')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose all 41 found' }));
  expect(screen.getByText('All 41 found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Raise prices' }));
  await dialogOf('Raise prices');
  expect(server.requestsTo(recurringInvoices.list).at(-1)?.input).toMatchObject({
    filter: { mode: 'issue' },
  });
});
