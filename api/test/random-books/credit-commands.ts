import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { bill } from './invoice-commands.ts';
import { spread } from './receipt-commands.ts';
import { readDocuments } from './documents.ts';
import type { Documents } from './documents.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Fixture, Dice } from './step.ts';

function creditOf(fixture: Fixture, { invoices }: Documents, dice: Dice) {
  const invoice = oneOf(invoices, ({ displayStatus }) => !/draft|appro|void/.test(displayStatus), dice);
  if (!invoice) return null;
  const { clientId, currency, lines, id } = invoice;
  return {
    invoiceId: id,
    draft: {
      entityId: fixture.entityId,
      clientId,
      currency,
      docLocale: 'en' as const,
      issueDate: dated(fixture, dice),
      reasonCode: 'correction' as const,
      billAgain: dice.isOther,
      lines: lines
        .filter((_line, index) => index === 0 || dice.isOther)
        .map(({ id: invoiceLineId, amount }) => ({ invoiceLineId, amount: partOf(amount, dice) })),
    },
  };
}

async function credit(fixture: Fixture, documents: Documents, dice: Dice) {
  const wanted = creditOf(fixture, documents, dice);
  const made = wanted && (await attempt(fixture, creditNotes.create, wanted.draft));
  return made && { ...made, clientId: made.client.id };
}

/** An existing draft, or a new one. */
const someCredit = async (fixture: Fixture, documents: Documents, dice: Dice) =>
  oneOf(documents.creditNotes, ({ status }) => status === 'draft', dice) ??
  (await credit(fixture, documents, dice));

const hasRemainder = ({ status, available }: Documents['creditNotes'][number]) =>
  status !== 'draft' && available > 0;

export const creditCommands: Record<string, Command> = {
  async credit(fixture, documents, dice) {
    await credit(fixture, documents, dice);
    return null;
  },
  async editCredit(fixture, documents, dice) {
    const note = await someCredit(fixture, documents, dice);
    const wanted = note && creditOf(fixture, documents, dice);
    if (wanted) await attempt(fixture, creditNotes.edit, { ...wanted.draft, id: note.id }, note);
    return null;
  },
  async removeCredit(fixture, documents, dice) {
    const there = await someCredit(fixture, documents, dice);
    // Early in the books nothing can be credited yet.
    const day = there ? null : await bill(fixture, dice);
    const note = there ?? (await credit(fixture, await readDocuments(fixture.api, fixture.entityId), dice));
    if (note) await attempt(fixture, creditNotes.remove, { id: note.id }, note);
    return day;
  },
  async issueCredit(fixture, documents, dice) {
    const note = await someCredit(fixture, documents, dice);
    if (!note) return null;
    const allocations = dice.pick % 2 ? spread(documents, note, partOf(note.available, dice), dice) : [];
    const made = await attempt(fixture, creditNotes.issue, { id: note.id, allocations }, note);
    return made && note.issueDate;
  },
  async allocateCredit(fixture, documents, dice) {
    const note = oneOf(documents.creditNotes, hasRemainder, dice);
    if (!note) return null;
    const allocations = spread(documents, note, partOf(note.available, dice), dice);
    if (allocations.length === 0) return null;
    const date = dated(fixture, dice);
    return (await attempt(fixture, creditNotes.allocate, { id: note.id, date, allocations })) && date;
  },
  async unallocateCredit(fixture, { allocations }, dice) {
    const one = oneOf(allocations, ({ creditNoteId }) => creditNoteId !== null, dice);
    if (!one?.creditNoteId) return null;
    const date = dated(fixture, dice);
    const input = { id: one.creditNoteId, allocationId: one.id, date };
    return (await attempt(fixture, creditNotes.unallocate, input)) && date;
  },
  async refund(fixture, { creditNotes: all }, dice) {
    const note = oneOf(all, hasRemainder, dice);
    if (!note) return null;
    const date = dated(fixture, dice);
    const fxRate = note.currency === fixture.market.currency ? '1' : dice.invoice.fxRate;
    const input = { id: note.id, date, amount: partOf(note.available, dice), mode: 'bank' as const, fxRate };
    return (await attempt(fixture, creditNotes.refund, input)) && date;
  },
  async takeBackRefund(fixture, { refunds }, dice) {
    const one = oneOf(refunds, ({ creditNoteId }) => creditNoteId !== null, dice);
    if (!one?.creditNoteId) return null;
    const date = dated(fixture, dice);
    const input = { id: one.creditNoteId, refundId: one.id, date, reason: 'Never sent' };
    return (await attempt(fixture, creditNotes.takeBackRefund, input)) && date;
  },
  async voidCredit(fixture, { creditNotes: all }, dice) {
    const note = oneOf(all, ({ status }) => status === 'issued', dice);
    if (!note) return null;
    const voidDate = dated(fixture, dice);
    return (
      (await attempt(fixture, creditNotes.void, { id: note.id, voidDate, reason: 'Wrong' }, note)) && voidDate
    );
  },
};
