import { screen, waitFor, within } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import type { FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises, type Promised } from '@daybook/contracts/receivables/follow-up/promises';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../test/texts.ts';
import { client, idOf } from '../test/billing-records.ts';
import { PromiseDialog } from './promise-dialog.tsx';

const [paris, lyon] = [
  { id: idOf(600), label: 'Paris' },
  { id: idOf(601), label: 'Lyon' },
];
const on = { reminders: 'on', remindersPausedUntil: null } as const;

const invoice = (
  no: number,
  entity: { id: string; label: string },
  amount: number,
  more: Partial<FollowUpBasis['invoices'][number]> = {},
) => ({
  id: idOf(no),
  number: `F-${no}`,
  client,
  entity,
  currency: 'EUR',
  dueOn: addDays(today(), -10),
  outstanding: minor(amount),
  disputed: minor(0),
  disputeId: null,
  reminders: on,
  ...more,
});

const basis: FollowUpBasis = {
  client,
  clients: [client],
  responsible: { id: idOf(700), label: 'Mina' },
  isHandedOn: false,
  nextOn: null,
  reminders: on,
  entityReminders: [],
  contacts: [],
  owed: [
    {
      currency: 'EUR',
      outstanding: minor(100_000),
      overdue: minor(90_000),
      disputed: minor(5_000),
      unapplied: minor(0),
      balance: minor(100_000),
    },
  ],
  invoices: [
    invoice(21, paris, 50_000),
    invoice(22, lyon, 30_000, { disputed: minor(5_000) }),
    invoice(23, lyon, 10_000),
    invoice(24, lyon, 10_000, { dueOn: addDays(today(), 10) }),
  ],
  promises: [],
  lastFollowUp: null,
  today: today(),
};

const recorded: Promised = {
  id: idOf(960),
  client,
  state: 'open',
  since: today(),
  promisedOn: today(),
  by: null,
  entity: lyon,
  currency: 'EUR',
  amount: minor(35_000),
  received: minor(0),
  instalments: [],
  invoices: [],
  dueOn: addDays(today(), 7),
  paidLateOn: null,
};

const open = async (given: FollowUpBasis = basis) => {
  const server = fakeServer(promises, { create: () => recorded });
  const done = jest.fn();
  const { user } = await renderScreen(<PromiseDialog basis={given} onDone={done} onClose={done} />, {
    texts: { billing: texts },
  });
  const dialog = within(await screen.findByRole('dialog'));
  const choose = async (field: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: field }));
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
  };
  return { server, user, dialog, choose, done };
};

const offered = () =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map(({ textContent }) => textContent);

it('a promise is for any billing entity, unless one is chosen: then what is overdue there is proposed', async () => {
  const { server, user, dialog, choose, done } = await open();
  const amount = () => dialog.getByRole('textbox', { name: 'Amount' });
  expect(amount()).toHaveValue('850.00');
  await choose('Billing entity', 'Lyon');
  expect(amount()).toHaveValue('350.00');
  await user.click(dialog.getByRole('combobox', { name: 'Only for these invoices' }));
  await waitFor(() => expect(offered()).toEqual(expect.arrayContaining(['F-22', 'F-23', 'F-24'])));
  expect(offered()).not.toContain('F-21');
  await user.type(dialog.getByRole('textbox', { name: 'Pay by' }), addDays(today(), 7));
  await user.click(dialog.getByRole('button', { name: 'Record the promise' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.requestsTo(promises.create)[0]?.input).toMatchObject({
    clientId: client.id,
    currency: 'EUR',
    entityId: lyon.id,
    instalments: [{ dueOn: addDays(today(), 7), amount: 35_000 }],
  });
});

it('a further date takes the focus, and begins with what the dates before it leave of the overdue amount', async () => {
  const { user, dialog, choose } = await open();
  await choose('Billing entity', 'Lyon');
  await user.clear(dialog.getByRole('textbox', { name: 'Amount' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '100');
  await user.tab();
  expect(dialog.getByRole('button', { name: 'Add a date' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Pay by 2' })).toHaveFocus());
  expect(dialog.getByRole('textbox', { name: 'Amount 2' })).toHaveValue('250.00');
  await user.click(dialog.getByRole('button', { name: 'Add a date' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Pay by 3' })).toHaveFocus());
  expect(dialog.getByRole('textbox', { name: 'Amount 3' })).toHaveValue('');
});

it('a client of one billing entity is not asked for it', async () => {
  const { dialog } = await open({ ...basis, invoices: [invoice(21, paris, 50_000)] });
  expect(dialog.queryByRole('combobox', { name: 'Billing entity' })).toBeNull();
});

const withCredit = (unapplied: number): FollowUpBasis => ({
  ...basis,
  owed: basis.owed.map((one) => ({
    ...one,
    unapplied: minor(unapplied),
    balance: minor(100_000 - unapplied),
  })),
});

it('what unapplied credit covers is not proposed, because the server would refuse it', async () => {
  const { dialog } = await open(withCredit(20_000));
  expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('650.00');
  expect(dialog.getByText(/^Unapplied credit of €200\.00 is left out of the promise/)).toBeVisible();
});

it('of a client whose credit covers everything, the chosen invoices are promised', async () => {
  const { server, user, dialog, choose, done } = await open(withCredit(120_000));
  const amount = () => dialog.getByRole('textbox', { name: 'Amount' });
  expect(amount()).toHaveValue('');
  await user.type(dialog.getByRole('textbox', { name: 'Pay by' }), addDays(today(), 7));
  await choose('Only for these invoices', 'F-22');
  await waitFor(() => expect(amount()).toHaveValue('250.00'));
  await user.click(dialog.getByRole('button', { name: 'Record the promise' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.requestsTo(promises.create)[0]?.input).toMatchObject({
    invoiceIds: [idOf(22)],
    instalments: [{ dueOn: addDays(today(), 7), amount: 25_000 }],
  });
});
