import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { bill } from './invoice-commands.ts';
import { spread } from './receipt-commands.ts';
import { readStanding } from './standing.ts';
import type { Standing } from './standing.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Desk, Dice } from './step.ts';

function creditOf(desk: Desk, { invoices }: Standing, dice: Dice) {
  const invoice = oneOf(invoices, ({ standing }) => !/draft|appro|void/.test(standing), dice);
  if (!invoice) return null;
  const { clientId, currency, lines, id } = invoice;
  return {
    invoiceId: id,
    draft: {
      entityId: desk.entityId,
      clientId,
      currency,
      docLocale: 'en' as const,
      issueDate: dated(desk, dice),
      reasonCode: 'correction' as const,
      billAgain: dice.isOther,
      lines: lines
        .filter((_line, index) => index === 0 || dice.isOther)
        .map(({ id: invoiceLineId, amount }) => ({ invoiceLineId, amount: partOf(amount, dice) })),
    },
  };
}

async function credit(desk: Desk, standing: Standing, dice: Dice) {
  const wanted = creditOf(desk, standing, dice);
  const made = wanted && (await attempt(desk, creditNotes.create, wanted.draft));
  return made && { ...made, clientId: made.client.id };
}

/** A draft there is, or a new one. */
const someCredit = async (desk: Desk, standing: Standing, dice: Dice) =>
  oneOf(standing.creditNotes, ({ status }) => status === 'draft', dice) ??
  (await credit(desk, standing, dice));

const hasRest = ({ status, available }: Standing['creditNotes'][number]) =>
  status !== 'draft' && available > 0;

export const creditCommands: Record<string, Command> = {
  async credit(desk, standing, dice) {
    await credit(desk, standing, dice);
    return null;
  },
  async editCredit(desk, standing, dice) {
    const note = await someCredit(desk, standing, dice);
    const wanted = note && creditOf(desk, standing, dice);
    if (wanted) await attempt(desk, creditNotes.edit, { ...wanted.draft, id: note.id }, note);
    return null;
  },
  async removeCredit(desk, standing, dice) {
    const there = await someCredit(desk, standing, dice);
    // Early in the books there is nothing yet that can be credited.
    const day = there ? null : await bill(desk, dice);
    const note = there ?? (await credit(desk, await readStanding(desk.api, desk.entityId), dice));
    if (note) await attempt(desk, creditNotes.remove, { id: note.id }, note);
    return day;
  },
  async issueCredit(desk, standing, dice) {
    const note = await someCredit(desk, standing, dice);
    if (!note) return null;
    const allocations = dice.pick % 2 ? spread(standing, note, partOf(note.available, dice), dice) : [];
    const made = await attempt(desk, creditNotes.issue, { id: note.id, allocations }, note);
    return made && note.issueDate;
  },
  async apply(desk, standing, dice) {
    const note = oneOf(standing.creditNotes, hasRest, dice);
    if (!note) return null;
    const allocations = spread(standing, note, partOf(note.available, dice), dice);
    if (allocations.length === 0) return null;
    const date = dated(desk, dice);
    return (await attempt(desk, creditNotes.apply, { id: note.id, date, allocations })) && date;
  },
  async unapply(desk, { allocations }, dice) {
    const one = oneOf(allocations, ({ creditNoteId }) => creditNoteId !== null, dice);
    if (!one?.creditNoteId) return null;
    const date = dated(desk, dice);
    const input = { id: one.creditNoteId, allocationId: one.id, date };
    return (await attempt(desk, creditNotes.unapply, input)) && date;
  },
  async refund(desk, { creditNotes: all }, dice) {
    const note = oneOf(all, hasRest, dice);
    if (!note) return null;
    const date = dated(desk, dice);
    const fxRate = note.currency === desk.market.currency ? '1' : dice.invoice.fxRate;
    const input = { id: note.id, date, amount: partOf(note.available, dice), mode: 'bank' as const, fxRate };
    return (await attempt(desk, creditNotes.refund, input)) && date;
  },
  async takeBackRefund(desk, { refunds }, dice) {
    const one = oneOf(refunds, ({ creditNoteId }) => creditNoteId !== null, dice);
    if (!one?.creditNoteId) return null;
    const date = dated(desk, dice);
    const input = { id: one.creditNoteId, refundId: one.id, date, reason: 'Never sent' };
    return (await attempt(desk, creditNotes.takeBackRefund, input)) && date;
  },
  async voidCredit(desk, { creditNotes: all }, dice) {
    const note = oneOf(all, ({ status }) => status === 'issued', dice);
    if (!note) return null;
    const voidDate = dated(desk, dice);
    return (
      (await attempt(desk, creditNotes.void, { id: note.id, voidDate, reason: 'Wrong' }, note)) && voidDate
    );
  },
};
