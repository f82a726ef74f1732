import { screen, waitFor, within } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import { disputes, followUps, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../test/texts.ts';
import { client, entity, idOf } from '../test/billing-records.ts';
import StepDialog from './step-dialog.tsx';

const on = { reminders: 'on', remindersPausedUntil: null } as const;

/** The client has these invoices of 750.00, disputed by 200.00 or not at all. */
const basisOf = (invoices: Record<string, boolean>): FollowUpBasis => ({
  client,
  clients: [client],
  responsible: { id: idOf(700), label: 'Mina' },
  isHandedOn: false,
  nextOn: null,
  reminders: on,
  entityReminders: [],
  contacts: [],
  owed: [],
  invoices: Object.entries(invoices).map(([number, isDisputed], no) => ({
    id: idOf(20 + no),
    number,
    client,
    entity,
    currency: 'EUR',
    dueOn: '2026-10-01',
    outstanding: minor(75_000),
    disputed: minor(isDisputed ? 20_000 : 0),
    disputeId: isDisputed ? idOf(950 + no) : null,
    reminders: on,
  })),
  promises: [],
  lastFollowUp: null,
  today: today(),
});

const open = async (basis: FollowUpBasis) => {
  const server = fakeServer(followUps, { basis: () => basis }).also(disputes, { takeBack: () => basis });
  const done = jest.fn();
  const { user } = await renderScreen(
    <StepDialog step="end_dispute" client={client} onDone={done} onClose={done} />,
    { texts: { billing: texts } },
  );
  const dialog = within(await screen.findByRole('dialog'));
  return { server, user, dialog, done };
};

it('the only dispute of a client is withdrawn with a note and nothing else', async () => {
  const { server, user, dialog, done } = await open(basisOf({ 'F-20': false, 'F-21': true }));
  expect(dialog.getByText('Withdraw the dispute of F-21')).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveFocus());
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await dialog.findByText('This is required')).toBeVisible();
  expect(server.requestsTo(disputes.takeBack)).toHaveLength(0);
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'hours explained');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.requestsTo(disputes.takeBack).map(({ input }) => input)).toEqual([
    { id: idOf(951), note: 'hours explained' },
  ]);
});

it('of several disputes one is chosen, and named in the title', async () => {
  const { server, user, dialog, done } = await open(basisOf({ 'F-20': true, 'F-21': true }));
  await user.click(dialog.getByRole('combobox', { name: 'Invoice' }));
  await user.click(
    await screen.findByText('F-21 · €200.00', { selector: '.ant-select-item-option-content' }),
  );
  expect(await dialog.findByText('Withdraw the dispute of F-21')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'hours explained');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.requestsTo(disputes.takeBack)[0]?.input).toMatchObject({ id: idOf(951) });
});

it('a client without a dispute is said to have none', async () => {
  const { dialog } = await open(basisOf({ 'F-20': false }));
  expect(dialog.getByText('No invoice of this client is disputed.')).toBeVisible();
});
