import { screen, waitFor, within } from '@testing-library/react';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { followUps, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../test/texts.ts';
import { client, idOf } from '../test/billing-records.ts';
import { FollowUpDialog } from './follow-up-dialog.tsx';

const basis: FollowUpBasis = {
  client,
  clients: [client],
  responsible: { id: idOf(700), label: 'Mina' },
  isHandedOn: false,
  nextOn: null,
  reminders: { reminders: 'on', remindersPausedUntil: null },
  entityReminders: [],
  contacts: [],
  owed: [
    {
      currency: 'EUR',
      outstanding: minor(100_000),
      overdue: minor(90_000),
      disputed: minor(0),
      unapplied: minor(0),
      balance: minor(100_000),
    },
  ],
  invoices: [],
  promises: [],
  lastFollowUp: null,
  today: today(),
};

const open = async () => {
  const server = fakeServer(followUps, { log: () => basis });
  const led = jest.fn();
  const { user } = await renderScreen(
    <FollowUpDialog basis={basis} onDone={jest.fn()} onLed={led} onClose={jest.fn()} />,
    { texts: { billing: texts } },
  );
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByRole('radio', { name: 'No answer' })).toHaveFocus());
  const nextAction = () => dialog.getByRole('textbox', { name: 'Next action on' });
  return { server, user, dialog, nextAction, led };
};

it('the arrow keys that pass over a promise still propose the next action of the outcome they reach', async () => {
  const { server, user, dialog, nextAction, led } = await open();
  await user.keyboard('{ArrowRight}');
  expect(nextAction()).toHaveValue('');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(dialog.getByRole('radio', { name: 'Says it is paid' })).toBeChecked();
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'by bank yesterday');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(led).toHaveBeenCalledWith('paid', basis));
  expect(server.requestsTo(followUps.log)[0]?.input).toMatchObject({
    outcome: 'paid',
    nextOn: addDays(today(), 3),
  });
});

it('a next action that was entered stays whatever the outcome', async () => {
  const { server, user, dialog, nextAction, led } = await open();
  await user.clear(nextAction());
  await user.type(nextAction(), addDays(today(), 20));
  await user.click(dialog.getByRole('radio', { name: 'Says it is paid' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'by bank yesterday');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(led).toHaveBeenCalled());
  expect(server.requestsTo(followUps.log)[0]?.input['nextOn']).toBe(addDays(today(), 20));
});
