import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import {
  disputes,
  followUps,
  type FollowUp,
  type FollowUpBasis,
} from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises, type Promised } from '@daybook/contracts/receivables/follow-up/promises';
import { worklist, type WorklistRow } from '@daybook/contracts/receivables/follow-up/worklist';
import { savedViews } from '@daybook/contracts/saved-views';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { onPhone } from '@daybook/shared/test/on-phone';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../test/texts.ts';
import ja from '../locales/ja.json';
import receivablesJa from '../locales/later/ja.json';
import { idOf } from '../test/billing-records.ts';
import Worklist from './worklist.tsx';

const rowOf = (no: number, patch: Partial<WorklistRow> = {}): WorklistRow => ({
  client: { id: idOf(no), label: `Client ${no}` },
  group: null,
  owed: [
    {
      currency: 'EUR',
      outstanding: minor(150_000),
      overdue: minor(120_000),
      disputed: minor(20_000),
      unapplied: minor(0),
      balance: minor(150_000),
    },
  ],
  oldestDueOn: '2026-10-01',
  daysLate: 54,
  levelDue: null,
  lastFollowUp: null,
  promise: null,
  nextOn: null,
  responsible: { id: idOf(700), label: 'Mina' },
  isHandedOn: false,
  phone: null,
  isDisputed: true,
  reminders: { reminders: 'on', remindersPausedUntil: null },
  pausedInPart: false,
  certificatesLate: 0,
  ...patch,
});

const activeElement = () => document.activeElement as HTMLElement | null;

const basisOf = (row: WorklistRow): FollowUpBasis => ({
  client: row.client,
  clients: [row.client],
  responsible: row.responsible,
  isHandedOn: false,
  nextOn: null,
  reminders: row.reminders,
  entityReminders: [],
  contacts: [
    { id: idOf(801), name: 'Kei', email: 'kei@example.com', phone: null },
    { id: idOf(802), name: 'Lucy', email: null, phone: '+33123456789' },
  ],
  owed: row.owed,
  invoices: [21, 22].map((no) => ({
    id: idOf(no),
    number: `F-${no}`,
    client: row.client,
    entity: { id: idOf(600), label: 'Paris' },
    currency: 'EUR',
    dueOn: '2026-10-01',
    outstanding: minor(75_000),
    disputed: minor(no === 21 ? 20_000 : 0),
    disputeId: no === 21 ? idOf(950) : null,
    reminders: row.reminders,
  })),
  promises: [],
  lastFollowUp: null,
  today: today(),
});

const promised = (row: WorklistRow): Promised => ({
  id: idOf(960),
  client: row.client,
  state: 'open',
  since: today(),
  promisedOn: today(),
  by: null,
  entity: null,
  currency: 'EUR',
  amount: minor(100_000),
  received: minor(0),
  instalments: [],
  invoices: [],
  dueOn: addDays(today(), 7),
  paidLateOn: null,
});

const contacted: FollowUp = {
  id: idOf(810),
  at: '2026-11-20T09:30:00Z',
  by: null,
  channel: 'call',
  outcome: 'dispute',
  person: 'Lucy',
  note: null,
  nextOn: null,
};

/** A firm with these debtors. A client with a next action after today leaves the list, as on the tab of what is due today. */
function serverWith(debtors: WorklistRow[]) {
  let left = debtors;
  const first = debtors[0] ?? rowOf(1);
  return fakeServer(worklist, {
    list: () => ({ rows: left, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: left.length, isCapped: false, sums: first.owed }),
  })
    .also(followUps, {
      basis: ({ input }) => basisOf(debtors.find(({ client }) => client.id === input.id) ?? first),
      log: ({ input }) => {
        left = left.filter(({ client }) => client.id !== input.clientId);
        return basisOf(first);
      },
      handOn: () => basisOf(first),
      pause: () => basisOf(first),
      receivers: () => [{ id: idOf(701), label: 'Renfield' }],
    })
    .also(promises, { create: () => promised(first) })
    .also(disputes, { create: () => basisOf(first) })
    .also(savedViews, { list: () => [] });
}

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

const at = { path: '/app/followup?filter[tab]=due_today', route: '/app/followup', texts: { billing: texts } };
const closed = async () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const nameLink = (no: number) => screen.findByRole('link', { name: `Client ${no}` });

/** Another page, from which the person goes back. */
function Elsewhere() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>back</button>;
}

describe('the worklist', () => {
  it('is worked through by keyboard: one key for each debtor that does not answer', async () => {
    const server = serverWith([1, 2, 3].map((no) => rowOf(no)));
    const { user } = await renderScreen(<Worklist />, at);
    await nameLink(1);
    await user.keyboard('n');
    await user.keyboard('jjk');
    expect(await nameLink(1)).toHaveFocus();
    await user.keyboard('n');
    expect(await nameLink(2)).toHaveFocus();
    await user.keyboard('n');
    await waitFor(() => expect(server.requestsTo(followUps.log)).toHaveLength(2));
    expect(server.requestsTo(followUps.log).map(({ input }) => input)).toMatchObject(
      [1, 2].map((no) => ({
        clientId: idOf(no),
        channel: 'call',
        outcome: 'no_answer',
        nextOn: addDays(today(), 1),
      })),
    );
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Client 2' })).not.toBeInTheDocument());
    expect(await nameLink(3)).toHaveFocus();

    await user.keyboard('l');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Log a contact with Client 3')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'no longer there');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await nameLink(3)).toHaveFocus();
    expect(server.requestsTo(followUps.log)).toHaveLength(2);
  });

  it('goes on at the next client once a dialog has taken its own off the list', async () => {
    const server = serverWith([1, 2, 3, 4].map((no) => rowOf(no)));
    const { user } = await renderScreen(<Worklist />, at);
    await nameLink(1);
    await user.keyboard('jj');
    expect(await nameLink(2)).toHaveFocus();
    await user.keyboard('l');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'left a message');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Client 2' })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('link', { name: 'Client 3' })).toHaveFocus());
    await user.keyboard('n');
    await waitFor(() => expect(server.requestsTo(followUps.log)).toHaveLength(2));
    expect(server.requestsTo(followUps.log).map(({ input }) => input.clientId)).toEqual([2, 3].map(idOf));
  });

  it('opens the menu of a client for the arrow keys, and gives the focus back', async () => {
    serverWith([1, 2].map((no) => rowOf(no)));
    const { user } = await renderScreen(<Worklist />, at);
    await nameLink(1);
    const more = { name: 'More for Client 1' };
    screen.getByRole('button', more).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Send reminders' })).toHaveFocus());
    // The arrow keys belong to the menu now.
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Client 2' })).not.toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', more)).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'More for Client 2' })).toHaveFocus();
  });

  it('hands the follow-up of a client on by key, and stays at the client', async () => {
    const server = serverWith([rowOf(1), rowOf(2)]);
    const { user } = await renderScreen(<Worklist />, at);
    await nameLink(1);
    await user.keyboard('jh');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Responsible' }));
    await user.click(await screen.findByText('Renfield', { selector: '.ant-select-item-option-content' }));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await closed();
    expect(server.requestsTo(followUps.handOn)[0]?.input).toMatchObject({ id: idOf(1), toId: idOf(701) });
    expect(await nameLink(1)).toHaveFocus();
  });

  it.each([
    ['r', `/app/followup/reminders?clientId=${idOf(2)}`],
    ['c', `/app/receipts/add?clientId=${idOf(2)}`],
    ['s', `/app/reports/client_ledgers?clientId=${idOf(2)}&kind=open_items`],
    ['g', `/app/reports/client_ledgers?clientId=${idOf(2)}`],
  ])('opens a page of the client by the key %s', async (key, page) => {
    serverWith([rowOf(1), rowOf(2)]);
    const { user, address } = await renderScreen(<Worklist />, at);
    await nameLink(1);
    await user.keyboard(`jj${key}`);
    await waitFor(() => expect(address()).toBe(page));
  });

  it('opens no page by key that the person may not open', async () => {
    serverWith([rowOf(1)]);
    const { user, address } = await renderScreen(<Worklist />, {
      ...at,
      me: { roles: ['followup.follow_up'] },
    });
    await nameLink(1);
    await user.keyboard('jcsg');
    expect(address()).toBe(at.path);
    expect(await nameLink(1)).toHaveFocus();
  });

  it('goes on at the client whose page was opened', async () => {
    serverWith([1, 2, 3].map((no) => rowOf(no)));
    const { user } = await renderScreen(
      <Routes>
        <Route path={at.route} element={<Worklist />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>,
      { ...at, route: '*' },
    );
    await nameLink(1);
    await user.keyboard('jj{Enter}');
    await user.click(await screen.findByRole('button', { name: 'back' }));
    expect(await nameLink(2)).toHaveFocus();
    await user.keyboard('j');
    expect(await nameLink(3)).toHaveFocus();
  });

  it('leads from a client that is proposed for a reminder to its reminder', async () => {
    serverWith([
      { ...rowOf(1), levelDue: { no: 2, name: 'Second' } },
      { ...rowOf(2), levelDue: null },
    ]);
    await renderScreen(<Worklist />, at);
    const link = await screen.findByRole('link', { name: 'Remind Client 1' });
    // In words these would hide the column of the next action.
    expect(link).toHaveTextContent('');
    expect(link).toHaveAttribute('title', 'Remind');
    expect(screen.getByRole('button', { name: 'Promise of Client 1' })).toHaveAttribute('title', 'Promise');
    expect(link).toHaveAttribute('href', `/app/followup/reminders?clientId=${idOf(1)}`);
    expect(screen.queryByRole('link', { name: 'Remind Client 2' })).toBeNull();
    expect(screen.getByText('Reminder due')).toBeVisible();
  });

  it('leads from its filter to the reminders of the same clients', async () => {
    serverWith([rowOf(1)]);
    await renderScreen(<Worklist />, {
      ...at,
      path: `${at.route}?q=client&filter[currency]=EUR&filter[tab]=broken`,
    });
    const link = await screen.findByRole('link', { name: 'Send reminders' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(
      '/app/followup/reminders?q=client&filter[currency]=EUR&filter[tab]=broken',
    );
  });

  it('logs a contact with its promise, and the contacts can be called and written to', async () => {
    const server = serverWith([rowOf(1)]);
    const { user } = await renderScreen(<Worklist />, at);
    await user.click(await screen.findByRole('button', { name: 'Log a contact with Client 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('link', { name: '+33123456789' })).toHaveAttribute('href', 'tel:+33123456789');
    const chat = new URL(dialog.getByRole('link', { name: 'WhatsApp to Lucy' }).getAttribute('href') ?? '');
    expect(`${chat.origin}${chat.pathname}`).toBe('https://wa.me/33123456789');
    expect(chat.searchParams.get('text')).toContain('€1,200.00');
    await user.click(dialog.getByRole('radio', { name: 'Promised to pay' }));
    expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,000.00');
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'half now');
    await user.click(dialog.getByRole('button', { name: 'Log a contact' }));
    expect(await dialog.findByText('This is required')).toBeVisible();
    expect(server.requestsTo(followUps.log)).toHaveLength(0);
    const dueOn = addDays(today(), 7);
    await user.type(dialog.getByRole('textbox', { name: 'Pay by' }), dueOn);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.requestsTo(followUps.log)).toHaveLength(1));
    expect(server.requestsTo(followUps.log)[0]?.input).toMatchObject({
      clientId: idOf(1),
      outcome: 'promised',
      note: 'half now',
      contactId: idOf(802),
      promise: { currency: 'EUR', instalments: [{ dueOn, amount: 100_000 }] },
    });
    expect(server.requestsTo(followUps.log)[0]?.input['nextOn'] ?? null).toBeNull();
  });

  it('proposes a receipt from a client who says that the money is on its way', async () => {
    const server = serverWith([rowOf(1)]);
    const { user, address } = await renderScreen(<Worklist />, at);
    await user.click(await screen.findByRole('button', { name: 'Log a contact with Client 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Says it is paid' }));
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'paid on Monday');
    await user.click(dialog.getByRole('button', { name: 'Log a contact' }));
    expect(await screen.findByText('Record a receipt from Client 1?')).toBeVisible();
    expect(server.requestsTo(followUps.log)[0]?.input).toMatchObject({ outcome: 'paid', promise: null });
    await user.click(screen.getByRole('button', { name: 'New receipt' }));
    await waitFor(() => expect(address()).toBe(`/app/receipts/add?clientId=${idOf(1)}`));
  });

  it('shows beside a contact what is owed, promised and was said last, and asks for the next person after a wrong one', async () => {
    const row = rowOf(1);
    const lastFollowUp = { ...contacted, outcome: 'wrong_person' as const, note: 'has left the firm' };
    const arthur = { id: idOf(803), name: 'Arthur', email: null, phone: '+33123456780' };
    serverWith([row]).also(followUps, {
      basis: () => ({
        ...basisOf(row),
        contacts: [...basisOf(row).contacts, arthur],
        promises: [{ ...promised(row), state: 'broken' as const }],
        lastFollowUp,
      }),
    });
    const { user } = await renderScreen(<Worklist />, at);
    await nameLink(1);
    await user.keyboard('jl');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('€1,200.00')).toBeVisible();
    expect(dialog.getByText('€1,500.00')).toBeVisible();
    expect(dialog.getByText('Broken').parentElement?.parentElement).toHaveTextContent('€1,000.00');
    expect(dialog.getByText('has left the firm')).toBeVisible();
    expect(
      dialog.getByText('Arthur', { selector: '.ant-select-content *, .ant-select-content' }),
    ).toBeVisible();
  });

  it('goes on from a contact that led to a dispute to the invoice, with the note as the reason', async () => {
    const row = rowOf(1);
    const said = { ...basisOf(row), lastFollowUp: { ...contacted, note: 'wrong hours' } };
    const server = serverWith([row]).also(followUps, { basis: () => basisOf(row), log: () => said });
    const { user } = await renderScreen(<Worklist />, at);
    await nameLink(1);
    await user.keyboard('jl');
    const contact = within(await screen.findByRole('dialog'));
    await user.click(contact.getByRole('radio', { name: 'Disputed' }));
    await user.type(contact.getByRole('textbox', { name: 'Note' }), 'wrong hours');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Invoice disputed by Client 1')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('wrong hours');
    // The keys go to the dialog as soon as it has the focus.
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(activeElement()));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await closed();
    expect(server.requestsTo(disputes.create)[0]?.input).toMatchObject({
      invoiceId: idOf(22),
      reason: 'wrong hours',
    });
    expect(await nameLink(1)).toHaveFocus();
  });

  it('records a promise of several dates, a dispute of a part, a pause and a new responsible person', async () => {
    const server = serverWith([rowOf(1)]);
    const { user } = await renderScreen(<Worklist />, at);
    const dialogOf = async (key: string, name: string) => {
      await nameLink(1);
      await user.keyboard('j');
      await user.keyboard(key);
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText(name)).toBeVisible();
      return dialog;
    };
    const [soon, later] = [addDays(today(), 7), addDays(today(), 30)];

    const promise = await dialogOf('p', 'Promise of Client 1');
    await user.type(promise.getByRole('textbox', { name: 'Pay by' }), soon);
    await user.clear(promise.getByRole('textbox', { name: 'Amount' }));
    await user.type(promise.getByRole('textbox', { name: 'Amount' }), '400');
    await user.click(promise.getByRole('button', { name: 'Add a date' }));
    await user.type(promise.getByRole('textbox', { name: 'Pay by 2' }), later);
    // The second amount is what the first leaves.
    expect(promise.getByRole('textbox', { name: 'Amount 2' })).toHaveValue('600.00');
    await user.click(promise.getByRole('button', { name: 'Record the promise' }));
    await closed();
    expect(server.requestsTo(promises.create)[0]?.input).toMatchObject({
      clientId: idOf(1),
      currency: 'EUR',
      instalments: [
        { dueOn: soon, amount: 40_000 },
        { dueOn: later, amount: 60_000 },
      ],
    });

    const dispute = await dialogOf('d', 'Invoice disputed by Client 1');
    await user.type(dispute.getByRole('textbox', { name: 'Disputed amount' }), '12.50');
    await user.type(dispute.getByRole('textbox', { name: 'Reason' }), 'wrong hours');
    await user.click(dispute.getByRole('button', { name: 'Record the dispute' }));
    await closed();
    expect(server.requestsTo(disputes.create)[0]?.input).toMatchObject({
      invoiceId: idOf(22),
      amount: 1250,
      reason: 'wrong hours',
    });

    const pause = await dialogOf('u', 'Reminders to Client 1');
    await waitFor(() => expect(pause.getByRole('radio', { name: 'Paused until' })).toHaveFocus());
    await user.type(pause.getByRole('textbox', { name: 'Paused until' }), later);
    await user.click(pause.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.requestsTo(followUps.pause)[0]?.input).toMatchObject({
      id: idOf(1),
      reminders: 'paused',
      remindersPausedUntil: later,
    });

    await user.click(screen.getByRole('button', { name: 'More for Client 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Hand on' }));
    const hand = within(await screen.findByRole('dialog'));
    await user.click(hand.getByRole('combobox', { name: 'Responsible' }));
    await user.click(await screen.findByText('Renfield', { selector: '.ant-select-item-option-content' }));
    await user.click(hand.getByRole('button', { name: 'Hand on' }));
    await closed();
    expect(server.requestsTo(followUps.handOn)[0]?.input).toMatchObject({ id: idOf(1), toId: idOf(701) });
  });

  it('shows cards in Japanese and right to left on a phone, and its tabs in the address', async () => {
    onPhone();
    const group = { id: idOf(300), label: 'Holding', clients: 5, seen: 2, isWhole: false };
    const server = serverWith([rowOf(1, { group, pausedInPart: true })]);
    const { user, address } = await renderScreen(<Worklist />, {
      ...at,
      path: '/app/followup',
      language: 'ja',
      theme: { direction: 'rtl' },
      texts: { billing: { ...ja, ...receivablesJa } },
    });
    const cards = within(await screen.findByRole('list', { name: '督促' }));
    expect(cards.getByText('グループ 5 社中 2 社')).toBeVisible();
    expect(cards.getByText('54 日超過')).toBeVisible();
    expect(cards.getByText('停止中')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: '約束不履行' }));
    await waitFor(() => expect(address()).toBe('/app/followup?filter[tab]=broken'));
    await waitFor(() =>
      expect(server.requestsTo(worklist.list).at(-1)?.input).toEqual({
        filter: { tab: 'broken', today: today() },
      }),
    );
  });
});
