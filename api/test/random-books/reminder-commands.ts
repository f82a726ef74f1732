import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { attempt } from './step.ts';
import type { Command, Fixture } from './step.ts';

/** Levels by call, which need neither mail server nor address, with a late fee on the first. */
async function setLevels(fixture: Fixture, fee: number): Promise<void> {
  const { entityId: id, market } = fixture;
  const settings = await attempt(fixture, reminderLevels.open, { id });
  if (!settings || settings.feeTaxCode !== null) return;
  const levels = [
    { name: 'First', offsetDays: 1, channel: 'call' as const, fee },
    { name: 'Last', offsetDays: 30, channel: 'call' as const },
  ];
  const input = { id, levels, remindFrom: 0, feeTaxCodeId: market.taxCodeIds[0] ?? null };
  await attempt(fixture, reminderLevels.edit, input, settings);
}

/** Commands on reminders: nothing of theirs is in the ledger, and a fee is a pending item. */
export const reminderCommands: Record<string, Command> = {
  async remind(fixture, { invoices }, dice) {
    const { entityId } = fixture;
    await setLevels(fixture, dice.size);
    const owing = invoices.filter(({ outstanding }) => outstanding > 0);
    const clientId = owing[dice.pick % Math.max(1, owing.length)]?.clientId;
    if (clientId === undefined) return null;
    await attempt(fixture, reminders.preview, { clientIds: [clientId], filter: { entityId } });
    await attempt(fixture, reminders.send, { clientId, entityId });
    return null;
  },
};
