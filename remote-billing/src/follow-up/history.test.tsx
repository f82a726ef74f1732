import { screen, waitFor, within } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import {
  followUpHistory,
  type HistoryEvent,
} from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { disputes, followUps, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import {
  statutoryInterest,
  type StatutoryInterest,
} from '@daybook/contracts/receivables/statutory-interest/statutory-interest';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { idOf } from '../test/billing-records.ts';
import FollowUpHistory from './history.tsx';

const client = { id: idOf(1), label: 'Carfax' };
const mina = { id: idOf(700), label: 'Mina' };

const eventOf = (
  no: number,
  kind: HistoryEvent['kind'],
  patch: Partial<HistoryEvent> = {},
): HistoryEvent => ({
  id: `${no}`,
  kind,
  at: '2026-11-20T09:30:00Z',
  on: '2026-11-20',
  by: mina,
  client,
  followUp: null,
  isCorrected: false,
  promise: null,
  dispute: null,
  responsible: null,
  pause: null,
  note: null,
  currency: null,
  amount: null,
  document: null,
  ...patch,
});

const call: NonNullable<HistoryEvent['followUp']> = {
  id: idOf(810),
  at: '2026-11-20T09:30:00Z',
  by: mina,
  channel: 'call',
  outcome: 'other',
  person: 'Lucy',
  note: 'asks for the ledger',
  nextOn: '2026-11-27',
};
const called = eventOf(1, 'follow_up', { followUp: call });
const money = [
  eventOf(2, 'promise', {
    promise: { id: idOf(960), state: 'broken', dueOn: '2026-11-10', paidLateOn: '2026-11-18' },
    currency: 'EUR',
    amount: minor(100_000),
  }),
  eventOf(3, 'receipt', {
    currency: 'EUR',
    amount: minor(50_000),
    document: { kind: 'receipt', id: idOf(970), label: 'R-7' },
    client: { id: idOf(2), label: 'Purfleet' },
  }),
];

const owed = [
  {
    currency: 'EUR',
    outstanding: minor(150_000),
    overdue: minor(120_000),
    disputed: minor(0),
    unapplied: minor(30_000),
    balance: minor(120_000),
  },
];

const basis: FollowUpBasis = {
  client,
  clients: [client],
  responsible: mina,
  isHandedOn: false,
  nextOn: '2026-11-27',
  reminders: { reminders: 'paused', remindersPausedUntil: '2026-12-31' },
  entityReminders: [],
  contacts: [{ id: idOf(802), name: 'Lucy', email: null, phone: '+33123456789' }],
  owed,
  invoices: [
    {
      id: idOf(21),
      number: 'F-21',
      client,
      entity: { id: idOf(600), label: 'Paris' },
      currency: 'EUR',
      dueOn: '2026-10-01',
      outstanding: minor(75_000),
      disputed: minor(20_000),
      disputeId: idOf(950),
      reminders: { reminders: 'on', remindersPausedUntil: null },
    },
  ],
  promises: [],
  lastFollowUp: call,
  today: '2026-11-24',
};

const interest: StatutoryInterest[] = [
  {
    entity: { id: idOf(600), label: 'Paris' },
    currency: 'EUR',
    law: 'EU',
    interest: minor(1_126),
    flatSums: minor(4_000),
    knownUntil: '2026-01-31',
    lines: [
      {
        invoice: { id: idOf(21), label: 'F-21' },
        client,
        dueOn: '2026-10-01',
        daysLate: 54,
        amount: minor(75_000),
        ratesPct: ['10.15'],
        interest: minor(1_126),
      },
    ],
  },
];

const serverWith = (rows: HistoryEvent[], known: typeof owed | null) => {
  let present = basis;
  return fakeServer(followUpHistory, {
    list: ({ input }) => ({
      rows: rows.filter(({ kind }) => input.filter.kind?.includes(kind) ?? true),
      pageSize: 50,
      next: null,
      previous: null,
      client,
      isErased: false,
      owed: known,
    }),
  })
    .also(followUps, { basis: () => present, log: () => present })
    .also(disputes, {
      takeBack: () => {
        present = { ...basis, invoices: basis.invoices.map((one) => ({ ...one, disputeId: null })) };
        return present;
      },
    })
    .also(statutoryInterest, { open: () => ({ id: client.id, asOf: '2026-11-24', rows: interest }) })
    .also(promises, {});
};

const at = {
  path: `/app/followup/history/${client.id}`,
  route: '/app/followup/history/:id',
  texts: { billing: texts },
};

describe('the history of a client', () => {
  it('has beside it what the law would give for late payment, with its formula and its rates', async () => {
    serverWith([called], owed);
    const { user } = await renderScreen(<FollowUpHistory />, at);
    expect(
      await screen.findByRole('heading', { name: 'Statutory interest by today (estimate)' }),
    ).toBeVisible();
    expect(screen.getByText('€11.26', { selector: 'dd *' })).toBeVisible();
    expect(screen.getByText('€40.00')).toBeVisible();
    expect(screen.getByText(/^8 points above the ECB rate/)).toBeVisible();
    expect(screen.getByText(/^The reference rate is known up to .*2026/)).toBeVisible();
    await user.click(screen.getByText('1 invoice'));
    expect(screen.getByText('54 days at 10.15%')).toBeVisible();
  });

  it('has beside it whom to call, and which invoices are open', async () => {
    serverWith([called], owed);
    await renderScreen(<FollowUpHistory />, at);
    expect(await screen.findByRole('link', { name: '+33123456789' })).toHaveAttribute(
      'href',
      'tel:+33123456789',
    );
    const invoice = screen.getAllByRole('link', { name: 'F-21' })[0]?.closest('li');
    expect(invoice).toHaveTextContent(/^F-21€750\.00Due date.*2026 · Overdue$/);
  });

  it('shows contacts, promises and money with the balance beside, and is filtered by kind', async () => {
    const server = serverWith([called, ...money], owed);
    const { user, address } = await renderScreen(<FollowUpHistory />, at);
    const entries = within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(/^ContactCall · OtherLucyNext action on.*asks for the ledger.*Mina.*Correct$/),
      expect.stringMatching(/^PromiseBrokenPay by.*paid late on.*€1,000\.00/),
      expect.stringMatching(/^Receipt.*R-7€500\.00Purfleet/),
    ]);
    expect(screen.getByRole('link', { name: 'R-7' })).toHaveAttribute(
      'href',
      `/app/receipts/view-receipts/${idOf(970)}`,
    );
    expect(screen.getByText('€300.00')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByText('Receipt', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(address()).toContain('filter[kind]=receipt'));
    await waitFor(() => expect(screen.queryByText('asks for the ledger')).not.toBeInTheDocument());
    expect(server.requestsTo(followUpHistory.list).at(-1)?.input).toMatchObject({
      filter: { kind: 'receipt' },
    });
  });

  it('opens the letter of a reminder for those who may send reminders', async () => {
    const letter = { kind: 'reminder' as const, id: idOf(980), label: '2026-11-20' };
    const rows = [eventOf(4, 'reminder', { document: letter, note: 'Second' })];
    const server = serverWith(rows, owed).also(reminders, { letter: () => new Blob(['%PDF-']) });
    const opened = { close: () => undefined, location: { replace: jest.fn() } };
    const open = jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    Object.assign(URL, { createObjectURL: () => 'blob:letter', revokeObjectURL: () => undefined });
    const { user } = await renderScreen(<FollowUpHistory />, at);
    await user.click(await screen.findByRole('button', { name: 'PDF 2026-11-20' }));
    await waitFor(() => expect(opened.location.replace).toHaveBeenCalledWith('blob:letter'));
    expect(server.requestsTo(reminders.letter).map(({ input }) => input)).toEqual([{ id: letter.id }]);
    open.mockRestore();
  });

  it('corrects a contact by a new one, and withdraws a dispute', async () => {
    const server = serverWith([called], owed);
    const { user } = await renderScreen(<FollowUpHistory />, at);
    await user.click(await screen.findByRole('button', { name: 'Correct' }));
    const dialog = within(await screen.findByRole('dialog'));
    const note = dialog.getByRole('textbox', { name: 'Note' });
    expect(note).toHaveValue('asks for the ledger');
    await user.type(note, ' of May');
    await user.click(dialog.getByRole('button', { name: 'Log a contact' }));
    await waitFor(() =>
      expect(server.requestsTo(followUps.log)[0]?.input).toMatchObject({
        correctsId: call.id,
        outcome: 'other',
        note: 'asks for the ledger of May',
        contactId: idOf(802),
        nextOn: '2026-11-27',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Withdraw the dispute of F-21' }));
    const reason = within(await screen.findByRole('dialog'));
    await user.type(reason.getByRole('textbox', { name: 'Note' }), 'agreed');
    await user.click(reason.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() =>
      expect(server.requestsTo(disputes.takeBack)[0]?.input).toEqual({ id: idOf(950), note: 'agreed' }),
    );
    // The button is gone with the dispute; the keys of the page act at once.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('is worked by the keys of the worklist from its title, but not for people who may only read it', async () => {
    const server = serverWith([called], owed);
    const { user, unmount } = await renderScreen(<FollowUpHistory />, at);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await user.keyboard('n');
    await waitFor(() =>
      expect(server.requestsTo(followUps.log)[0]?.input).toMatchObject({
        clientId: client.id,
        outcome: 'no_answer',
      }),
    );
    await user.keyboard('u');
    expect(await screen.findByText('Reminders to Carfax')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    unmount();

    await renderScreen(<FollowUpHistory />, { ...at, me: { roles: ['followup.history'] } });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await user.keyboard('nu');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server.requestsTo(followUps.log)).toHaveLength(1);
  });

  it('opens with the form of a contact where another screen asks for it, once', async () => {
    serverWith([called], owed);
    const { user, address } = await renderScreen(<FollowUpHistory />, { ...at, path: `${at.path}?step=log` });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Log a contact with Carfax')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe(at.path);
  });

  it('shows neither amounts nor steps to people who may only read it', async () => {
    const plain = { promise: money[0]?.promise ?? null };
    const server = serverWith([called, eventOf(2, 'promise', plain)], null);
    await renderScreen(<FollowUpHistory />, { ...at, me: { roles: ['followup.history'] } });
    expect(await screen.findByText('Broken')).toBeVisible();
    expect(document.body.textContent).not.toContain('€');
    for (const name of ['Log a contact', 'Promise', 'Correct'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(server.requestsTo(followUps.basis)).toHaveLength(0);
  });
});
