import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { invoiceOf } from './random-invoice.ts';
import type { Documents } from './documents.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Fixture, Dice } from './step.ts';

type Kept = Pick<Documents['invoices'][number], 'id' | 'version' | 'displayStatus' | 'issueDate'>;

const draftStatuses = new Set(['draft', 'pending_approval', 'approved']);
export const isIssued = ({ displayStatus }: { displayStatus: string }): boolean =>
  displayStatus === 'issued' || displayStatus === 'part_paid';

async function draftOf(fixture: Fixture, dice: Dice): Promise<Kept | null> {
  const input = invoiceOf(fixture.market, fixture.entityId, dated(fixture, dice), dice.invoice);
  // Some name an amount paid before, whether or not it was.
  const prepaid = dice.pick % 9 === 0 ? dice.size % 3_000 : 0;
  const made = await attempt(fixture, invoices.create, { ...input, prepaid });
  return made && { ...made, displayStatus: 'draft' };
}

/** An existing draft, or a new one. */
const someDraft = async (fixture: Fixture, { invoices: all }: Documents, dice: Dice, status?: string) =>
  oneOf(
    all,
    ({ displayStatus }) => (status ? displayStatus === status : draftStatuses.has(displayStatus)),
    dice,
  ) ?? (await draftOf(fixture, dice));

async function issueOf(
  fixture: Fixture,
  { id, version, displayStatus, issueDate }: Kept,
): Promise<string | null> {
  if (fixture.isStrict && displayStatus === 'draft') {
    await attempt(fixture, invoiceApprovals.ask, { id }, { version });
    await attempt(fixture, invoiceApprovals.approve, { id }, { version, by: fixture.partner });
  }
  return (await attempt(fixture, invoices.issue, { id }, { version })) && issueDate;
}

/** A new invoice, issued. */
export async function bill(fixture: Fixture, dice: Dice): Promise<string | null> {
  const draft = await draftOf(fixture, dice);
  return draft && issueOf(fixture, draft);
}

async function waitingDraft(fixture: Fixture, documents: Documents, dice: Dice): Promise<Kept | null> {
  const waiting = oneOf(documents.invoices, (one) => one.displayStatus === 'pending_approval', dice);
  if (waiting) return waiting;
  const draft = await draftOf(fixture, dice);
  if (draft) await attempt(fixture, invoiceApprovals.ask, { id: draft.id }, draft);
  return draft;
}

export const invoiceCommands: Record<string, Command> = {
  async draft(fixture, _standing, dice) {
    await draftOf(fixture, dice);
    return null;
  },
  bill: (fixture, _standing, dice) => bill(fixture, dice),
  /** Names what the client paid before, sometimes more than there is. */
  async billPrepaid(fixture, { receipts }, dice) {
    const paid = oneOf(receipts, ({ left, status }) => left > 0 && status === 'posted', dice);
    const input = invoiceOf(fixture.market, fixture.entityId, dated(fixture, dice), dice.invoice);
    const { clientId, currency, id: receiptId, left } = paid ?? { id: '', left: 0, ...input };
    if (!paid || currency !== input.currency) return null;
    const prepaid = partOf(left, dice);
    const advances = dice.isOther ? [{ receiptId, amount: prepaid }] : [];
    const made = await attempt(fixture, invoices.create, { ...input, clientId, prepaid, advances });
    return made && issueOf(fixture, { ...made, displayStatus: 'draft' });
  },
  async issue(fixture, documents, dice) {
    const draft = await someDraft(fixture, documents, dice);
    return draft && issueOf(fixture, draft);
  },
  async editDraft(fixture, documents, dice) {
    const draft = await someDraft(fixture, documents, dice);
    const input = invoiceOf(fixture.market, fixture.entityId, dated(fixture, dice), dice.invoice);
    if (draft) await attempt(fixture, invoices.edit, { ...input, id: draft.id }, draft);
    return null;
  },
  async removeDraft(fixture, documents, dice) {
    const draft = await someDraft(fixture, documents, dice);
    if (draft) await attempt(fixture, invoices.remove, { id: draft.id }, draft);
    return null;
  },
  async proforma(fixture, documents, dice) {
    const draft = await someDraft(fixture, documents, dice);
    const input = draft && { id: draft.id, validUntil: '2199-12-31' };
    if (input) await attempt(fixture, proformas.issue, input, draft);
    return null;
  },
  async sendBack(fixture, documents, dice) {
    const draft = await waitingDraft(fixture, documents, dice);
    const input = draft && { id: draft.id, reason: 'Wrong period' };
    if (input) await attempt(fixture, invoiceApprovals.sendBack, input, { ...draft, by: fixture.partner });
    return null;
  },
  async void(fixture, { invoices: all }, dice) {
    const invoice = oneOf(all, ({ displayStatus }) => displayStatus === 'issued', dice);
    const voidDate = dated(fixture, dice);
    const input = invoice && { id: invoice.id, voidDate, reason: 'Wrong' };
    return input && (await attempt(fixture, invoices.void, input, invoice)) && voidDate;
  },
  async writeOff(fixture, { invoices: all }, dice) {
    const invoice = oneOf(all, isIssued, dice);
    const date = dated(fixture, dice);
    if (!invoice) return null;
    const input = { id: invoice.id, amount: partOf(invoice.outstanding, dice), date, reason: 'Insolvent' };
    return (await attempt(fixture, writeOffs.create, input, invoice)) && date;
  },
  async takeBack(fixture, { writeOffs: all, invoices: of }, dice) {
    const writeOff = oneOf(all, () => true, dice);
    if (!writeOff) return null;
    const { id: writeOffId, invoiceId: id } = writeOff;
    const date = dated(fixture, dice);
    const invoice = of.find((one) => one.id === id);
    return (await attempt(fixture, writeOffs.takeBack, { id, writeOffId, date }, invoice)) && date;
  },
};
