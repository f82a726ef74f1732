import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { advancesOf } from '@daybook/contracts/billing/invoices/prepaid';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { NOTHING, sum } from '@daybook/contracts/money/money';
import { checkNumber } from '@daybook/contracts/money/numbering';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { invoiceEntries } from '../../ledger/invoice-entries.ts';
import type { SettledLine } from '../../ledger/invoice-entries.ts';
import { postEntry, postReversal } from '../../ledger/post-entries.ts';
import { checkTaxPeriod } from '../documents/tax-period.ts';
import { checkCredit } from '../documents/credit-limit.ts';
import { figuresInBase } from '../documents/base-figures.ts';
import { allocateReceipt } from '../receipts/change-receipt.ts';
import { postedRate } from '../documents/fx-rates.ts';
import { invoiceFacts, todayIn } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { latest } from '../settlement/allocations.rules.ts';
import { nextNumber } from '../documents/take-number.ts';
import { withheldByOfDraft } from '../documents/withholding-terms.ts';
import { priceBilled } from './billed-lines.ts';
import type { Draft } from './invoice-drafts.ts';
import { entityTerms, figuresOf, lockDraft, storedTotals } from './invoice-drafts.ts';
import { getInvoice } from './invoices.queries.ts';
import { checkActive, refusalOfIssue } from './invoices.rules.ts';
import { reopenPendingItems } from './bill-pending-items.ts';
import { settleLines } from './settle-lines.ts';
import { repriceParts } from './store-parts.ts';

/** An invoice that was submitted for approval still needs it, even if the billing entity no longer requires approval. */
function checkApproved({ status, approval }: Invoice): void {
  if (status === 'pending_approval' || (status === 'draft' && approval.isNeeded))
    throw new Refusal('APPROVAL_REQUIRED');
}

/** Returns the figures in base currency; null if that is the invoice's own currency. */
async function post(
  db: Db,
  id: string,
  draft: Draft,
  { baseCurrency }: InvoiceFacts,
  totals: DocumentTotals,
  lines: readonly SettledLine[],
): Promise<Invoice['inBase']> {
  const { entityId, clientId, issueDate, currency } = draft;
  await postEntry(db, {
    entityId,
    date: issueDate,
    source: { type: 'invoice', id },
    currency,
    baseCurrency,
    fxRate: postedRate(draft, baseCurrency),
    postings: invoiceEntries({ clientId, totals, lines }),
  });
  return figuresInBase(db, 'invoice', { id, currency, baseCurrency });
}

/** Allocates the prepaid amount on the invoice date. Receipts are locked in the order of their ids. */
async function allocateAdvances(
  db: Db,
  user: CurrentUser,
  invoiceId: string,
  draft: Draft,
  facts: InvoiceFacts,
): Promise<void> {
  const advances = advancesOf(draft, facts.advances) ?? [];
  for (const { receiptId, amount } of advances.toSorted((a, b) => (a.receiptId < b.receiptId ? -1 : 1)))
    await allocateReceipt(db, user, {
      id: receiptId,
      date: draft.issueDate,
      allocations: [{ invoiceId, amount, writeOffRemainder: false }],
    });
}

/** What the issue copies of both parties and of the billing entity's terms. */
const frozenFacts = (facts: InvoiceFacts, currency: string) => ({
  ...entityTerms(facts, currency),
  docKind: facts.docKind,
  placeOfSupply: facts.placeOfSupply,
  billTo: json(facts.billTo),
  supplier: json(facts.supplier),
});

/**
 * Issues a draft. Computes the figures again with the rates of its date and writes lines and entry; one last statement
 * then takes the number and freezes the document. Refuses STATE_NOT_ALLOWED, APPROVAL_REQUIRED, TAX_REGIME_BLOCK,
 * CHRONOLOGY_VIOLATION, CREDIT_LIMIT, NUMBER_FORMAT_TOO_LONG, DATE_FUTURE on `issueDate`, REQUIRED on `fxRate`, and whatever a draft
 * is refused for.
 */
export async function issueInvoice(
  db: Db,
  user: CurrentUser,
  { id, creditLimitReason: reason }: ParsedInputOf<typeof invoices.issue>,
  version: number,
): Promise<Invoice> {
  const invoice = await lockDraft(db, user, id, version, 'issued');
  checkApproved(invoice);
  const draft = draftOf(invoice);
  const facts = await invoiceFacts(db, user, draft);
  checkActive(facts);
  const refusal = refusalOfIssue(draft, facts);
  if (refusal) throw refusal;
  const totals = await priceBilled(db, user, draft, facts, id);
  const withheldBy = withheldByOfDraft(draft, facts, totals);
  const isLimited = facts.creditLimit !== null;
  const creditLimitReason = isLimited
    ? await checkCredit(db, user, { ...draft, total: totals.total }, reason)
    : null;
  // Everything is read before the number is taken: until commit, every other issue in the series waits.
  const { entityId, issueDate: date } = draft;
  const [parts, lines, { fy, source }] = await Promise.all([
    repriceParts(db, invoice, draft, facts, totals),
    settleLines(db, [id]),
    nextNumber(db, { entityId, docKind: facts.docKind, documentId: id, date }),
  ]);
  const inBase = await post(db, invoice.id, draft, facts, totals, lines.get(id) ?? []);
  const frozen = await db
    .updateTable('invoice')
    .from(source.as('taken'))
    .set({
      ...storedTotals(totals, withheldBy),
      ...frozenFacts(facts, draft.currency),
      creditLimitReason,
      fy,
      seq: sql<number>`taken.taken_seq`,
      number: sql<string>`taken.taken_number`,
      searchText: sql<string>`search_text || ' ' || lower(taken.taken_number)`,
      issuedAt: sql<string>`now()`,
      issuedBy: sql<string | null>`daybook_actor()`,
    })
    .where('id', '=', id)
    .returning(['number', 'issuedAt'])
    .executeTakeFirstOrThrow();
  const number = frozen.number ?? '';
  // A sequence may outgrow its width; the rollback then returns the number.
  if (checkNumber(number, facts.country)) throw new Refusal('NUMBER_FORMAT_TOO_LONG', { number });
  if (totals.prepaid > 0) {
    await allocateAdvances(db, user, id, draft, facts);
    return getInvoice(db, user, id);
  }
  return {
    ...invoice,
    ...parts,
    ...figuresOf(totals),
    withheldBy,
    inBase,
    docKind: facts.docKind,
    placeOfSupply: facts.placeOfSupply,
    billTo: facts.billTo,
    supplier: facts.supplier,
    creditLimitReason,
    number,
    issuedAt: frozen.issuedAt,
    status: totals.total === 0 ? 'paid' : 'issued',
    outstanding: totals.total,
    isOverdue: totals.total > 0 && draft.dueDate < todayIn(facts.timezone),
  };
}

/** The last date on which a credit note of the invoice was voided. */
async function creditedUntil(db: Db, invoiceId: string): Promise<string | null> {
  const { day } = await db
    .selectFrom('creditNoteInvoice as part')
    .innerJoin('creditNoteState as state', 'state.id', 'part.creditNoteId')
    .select((eb) => eb.fn.max<string | null>('state.voidDate').as('day'))
    .where('part.invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return day;
}

/**
 * Voids an issued invoice that nothing settles. The invoice keeps its number, its entry is reversed on `voidDate`, and the work
 * that it billed is pending again. Refuses STATE_NOT_ALLOWED, TAX_PERIOD_EXPORTED, and a `voidDate` in the future, before the issue, or
 * before the last date on which the invoice was settled or credited.
 */
export async function voidInvoice(
  db: Db,
  user: CurrentUser,
  { id, voidDate, reason, despiteExport }: ParsedInputOf<typeof invoices.void>,
  version: number,
): Promise<Invoice> {
  const invoice = await lockAtVersion(db, 'invoice', id, version, () => getInvoice(db, user, id));
  const state = await db
    .selectFrom('invoiceState')
    .select(['status', 'paid', 'credited', 'writtenOff'])
    .where('invoiceId', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isFree =
    state.status === 'issued' ||
    (state.status === 'paid' && sum([state.paid, state.credited, state.writtenOff]) === 0);
  if (!isFree) throw new Refusal('STATE_NOT_ALLOWED', { from: state.status, to: 'void' });
  // An opening balance is taken back on its own page, on the cut-over date.
  if (invoice.docKind === 'opening_invoice')
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'opening', to: 'void' });
  await checkTaxPeriod(db, user, { entityId: invoice.entity.id, day: invoice.issueDate, despiteExport });
  const facts = await invoiceFacts(db, user, draftOf(invoice));
  // The invoice was settled until its allocations and write-offs were taken back and its credit notes voided; the
  // void cannot be dated earlier.
  const undone = [...invoice.settlements, ...invoice.writeOffs].map(({ reversedOn }) => reversedOn);
  const earliest = latest(invoice.issueDate, await creditedUntil(db, id), ...undone);
  if (voidDate < earliest) throw refuseField('INPUT_INVALID', 'voidDate', { earliest }, 'DATE_TOO_EARLY');
  if (voidDate > todayIn(facts.timezone)) throw refuseField('INPUT_INVALID', 'voidDate', {}, 'DATE_FUTURE');
  await postReversal(db, { type: 'invoice', id }, { type: 'void', id, date: voidDate });
  await db
    .updateTable('invoiceState')
    .set({
      status: 'void',
      outstanding: NOTHING,
      voidedAt: sql<string>`now()`,
      voidedBy: user.id,
      voidDate,
      voidReason: reason,
    })
    .where('invoiceId', '=', id)
    .execute();
  await reopenPendingItems(db, id);
  return getInvoice(db, user, id);
}
