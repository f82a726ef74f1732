import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { invoiceOf } from './random-invoice.ts';
import type { Standing } from './standing.ts';
import { attempt, dated, oneOf, partOf } from './step.ts';
import type { Command, Desk, Dice } from './step.ts';

type Kept = Pick<Standing['invoices'][number], 'id' | 'version' | 'standing' | 'issueDate'>;

const draftStates = new Set(['draft', 'pending_approval', 'approved']);
export const isStanding = ({ standing }: { standing: string }): boolean =>
  standing === 'issued' || standing === 'part_paid';

async function draftOf(desk: Desk, dice: Dice): Promise<Kept | null> {
  const input = invoiceOf(desk.market, desk.entityId, dated(desk, dice), dice.invoice);
  // Some name what was paid before, whether it was or not.
  const prepaid = dice.pick % 9 === 0 ? dice.size % 3_000 : 0;
  const made = await attempt(desk, invoices.create, { ...input, prepaid });
  return made && { ...made, standing: 'draft' };
}

/** A draft there is, or a new one. */
const someDraft = async (desk: Desk, { invoices: all }: Standing, dice: Dice, standing?: string) =>
  oneOf(all, (one) => (standing ? one.standing === standing : draftStates.has(one.standing)), dice) ??
  (await draftOf(desk, dice));

async function issueOf(desk: Desk, { id, version, standing, issueDate }: Kept): Promise<string | null> {
  if (desk.isStrict && standing === 'draft') {
    await attempt(desk, invoiceApprovals.ask, { id }, { version });
    await attempt(desk, invoiceApprovals.approve, { id }, { version, by: desk.partner });
  }
  return (await attempt(desk, invoices.issue, { id }, { version })) && issueDate;
}

/** A new invoice, issued. */
export async function bill(desk: Desk, dice: Dice): Promise<string | null> {
  const draft = await draftOf(desk, dice);
  return draft && issueOf(desk, draft);
}

async function waitingDraft(desk: Desk, standing: Standing, dice: Dice): Promise<Kept | null> {
  const waiting = oneOf(standing.invoices, (one) => one.standing === 'pending_approval', dice);
  if (waiting) return waiting;
  const draft = await draftOf(desk, dice);
  if (draft) await attempt(desk, invoiceApprovals.ask, { id: draft.id }, draft);
  return draft;
}

export const invoiceCommands: Record<string, Command> = {
  async draft(desk, _standing, dice) {
    await draftOf(desk, dice);
    return null;
  },
  bill: (desk, _standing, dice) => bill(desk, dice),
  /** Names what the client paid before, more of it than there is now and then. */
  async billPrepaid(desk, { receipts }, dice) {
    const paid = oneOf(receipts, ({ left, state }) => left > 0 && state === 'posted', dice);
    const input = invoiceOf(desk.market, desk.entityId, dated(desk, dice), dice.invoice);
    const { clientId, currency, id: receiptId, left } = paid ?? { id: '', left: 0, ...input };
    if (!paid || currency !== input.currency) return null;
    const prepaid = partOf(left, dice);
    const advances = dice.isOther ? [{ receiptId, amount: prepaid }] : [];
    const made = await attempt(desk, invoices.create, { ...input, clientId, prepaid, advances });
    return made && issueOf(desk, { ...made, standing: 'draft' });
  },
  async issue(desk, standing, dice) {
    const draft = await someDraft(desk, standing, dice);
    return draft && issueOf(desk, draft);
  },
  async editDraft(desk, standing, dice) {
    const draft = await someDraft(desk, standing, dice);
    const input = invoiceOf(desk.market, desk.entityId, dated(desk, dice), dice.invoice);
    if (draft) await attempt(desk, invoices.edit, { ...input, id: draft.id }, draft);
    return null;
  },
  async removeDraft(desk, standing, dice) {
    const draft = await someDraft(desk, standing, dice);
    if (draft) await attempt(desk, invoices.remove, { id: draft.id }, draft);
    return null;
  },
  async proforma(desk, standing, dice) {
    const draft = await someDraft(desk, standing, dice);
    const input = draft && { id: draft.id, validUntil: '2199-12-31' };
    if (input) await attempt(desk, proformas.issue, input, draft);
    return null;
  },
  async sendBack(desk, standing, dice) {
    const draft = await waitingDraft(desk, standing, dice);
    const input = draft && { id: draft.id, reason: 'Wrong period' };
    if (input) await attempt(desk, invoiceApprovals.sendBack, input, { ...draft, by: desk.partner });
    return null;
  },
  async void(desk, { invoices: all }, dice) {
    const invoice = oneOf(all, ({ standing }) => standing === 'issued', dice);
    const voidDate = dated(desk, dice);
    const input = invoice && { id: invoice.id, voidDate, reason: 'Wrong' };
    return input && (await attempt(desk, invoices.void, input, invoice)) && voidDate;
  },
  async writeOff(desk, { invoices: all }, dice) {
    const invoice = oneOf(all, isStanding, dice);
    const date = dated(desk, dice);
    if (!invoice) return null;
    const input = { id: invoice.id, amount: partOf(invoice.outstanding, dice), date, reason: 'Insolvent' };
    return (await attempt(desk, writeOffs.create, input, invoice)) && date;
  },
  async takeBack(desk, { writeOffs: all, invoices: of }, dice) {
    const writeOff = oneOf(all, () => true, dice);
    if (!writeOff) return null;
    const { id: writeOffId, invoiceId: id } = writeOff;
    const date = dated(desk, dice);
    const invoice = of.find((one) => one.id === id);
    return (await attempt(desk, writeOffs.takeBack, { id, writeOffId, date }, invoice)) && date;
  },
};
