import { uuidv7 } from 'uuidv7';
import { roundTotalTo } from '@daybook/contracts/billing/invoices/invoice-totals';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Invoice, WithheldBy } from '@daybook/contracts/billing/invoices/invoice-record';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { sum, toDecimal } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { givenRate } from '../documents/fx-rates.ts';
import { invoiceFacts } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { renewProforma } from '../proformas/renew-proforma.ts';
import { withheldByOfDraft } from '../documents/withholding-terms.ts';
import { getInvoice } from './invoices.queries.ts';
import { checkActive, priceDraft } from './invoices.rules.ts';
import { billPendingItems } from './bill-pending-items.ts';
import { checkBilledLines } from './billed-lines.ts';
import { storeParts } from './store-parts.ts';

export type Draft = Omit<ParsedInputOf<typeof invoices.create>, 'id' | 'proformaId'>;

type NewDraft = Draft & { id?: string | undefined; proformaId?: string | undefined };

const orNull = (decimal: string | null): string | null =>
  decimal === null ? null : canonicalDecimal(decimal);

/** The figures of a document, as they are stored and shown. */
export const figuresOf = (totals: DocumentTotals) => ({
  net: totals.net,
  tax: totals.tax,
  rounding: totals.rounding,
  total: totals.total,
  prepaid: totals.prepaid,
  payable: totals.payable,
  withheldExpected: totals.withheldExpected,
  taxGroups: totals.groups.map(({ category, ratePct, base, tax, components }) => ({
    category,
    rate: ratePct,
    net: base,
    tax,
    components,
  })),
});

export const storedTotals = (totals: DocumentTotals, withheldBy: WithheldBy | null) => {
  const { taxGroups, ...amounts } = figuresOf(totals);
  return {
    ...amounts,
    taxGroups: json(taxGroups),
    withheldBy: withheldBy === null ? null : json(withheldBy),
  };
};

/** The terms that a document takes over from its billing entity. */
export const entityTerms = (facts: InvoiceFacts, currency: string) => ({
  footer: facts.footer,
  roundingMode: facts.rounding,
  roundingDir: facts.roundingDir,
  roundTotalTo: roundTotalTo(facts, currency),
});

/** The columns of a draft. */
export const header = (draft: Draft, facts: InvoiceFacts, totals: DocumentTotals) => ({
  docKind: facts.docKind,
  entityId: draft.entityId,
  clientId: draft.clientId,
  issueDate: draft.issueDate,
  dueDate: draft.dueDate,
  serviceFrom: draft.serviceFrom,
  serviceTo: draft.serviceTo,
  supplyDate: draft.supplyDate,
  currency: draft.currency,
  fxRate: givenRate(draft, facts.baseCurrency),
  docLocale: draft.docLocale,
  // Stores only a place that a person chose; a place that follows from the addresses is determined again at the issue.
  placeOfSupply: facts.placeOfSupply === null ? null : draft.placeOfSupply,
  reverseCharge: draft.reverseCharge,
  poNo: draft.poNo,
  pricesIncludeTax: draft.pricesIncludeTax,
  listsHours: draft.listsHours,
  discountPct: orNull(draft.discountPct),
  discount: draft.discount,
  advances: json(draft.advances),
  withholdingCodeId: draft.withholdingCodeId,
  withholdingRate: orNull(draft.withholdingRate),
  terms: draft.terms,
  notes: draft.notes,
  ...entityTerms(facts, draft.currency),
  billTo: json(facts.billTo),
  searchText: normalise(facts.billTo.name, draft.poNo, toDecimal(totals.payable, draft.currency)),
  ...storedTotals(totals, withheldByOfDraft(draft, facts, totals)),
});

/** Sets the prepaid amount to the sum of the advances that the draft names, if it names any. */
const withPrepaid = <D extends Draft>(draft: D): D =>
  draft.advances.length === 0
    ? draft
    : { ...draft, prepaid: sum(draft.advances.map(({ amount }) => amount)) };

const billedItems = (draft: Draft): string[] =>
  draft.lines.flatMap(({ pendingItemId }) => pendingItemId ?? []);

/** Refuses as `priceDraft`, `checkBilledLines` and `renewProforma`, and ALREADY_INVOICED for a pending item that another invoice bills. */
export async function createDraft(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), proformaId, ...typed }: NewDraft,
): Promise<Invoice> {
  const draft = withPrepaid(typed);
  const facts = await invoiceFacts(db, user, draft);
  checkActive(facts);
  const totals = priceDraft(draft, facts);
  await db
    .insertInto('invoice')
    .values({ id, ...header(draft, facts, totals) })
    .execute();
  await billPendingItems(db, user, id, draft, billedItems(draft));
  await checkBilledLines(db, user, { invoiceId: id, lines: draft.lines, facts, totals });
  await storeParts(db, id, draft, facts, totals);
  if (proformaId !== undefined) await renewProforma(db, user, proformaId, { id, ...draft });
  return getInvoice(db, user, id);
}

/** Refuses STATE_NOT_ALLOWED once the invoice is issued. */
export async function lockDraft(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
  to: string,
): Promise<Invoice> {
  const invoice = await lockAtVersion(db, 'invoice', id, version, () => getInvoice(db, user, id));
  if (invoice.number !== '') throw new Refusal('STATE_NOT_ALLOWED', { from: invoice.status, to });
  return invoice;
}

/** Refuses as `createDraft`, and VERSION_CONFLICT, and STATE_NOT_ALLOWED once the invoice is issued. */
export async function editDraft(
  db: Db,
  user: CurrentUser,
  { id, ...typed }: ParsedInputOf<typeof invoices.edit>,
  version: number,
): Promise<Invoice> {
  const draft = withPrepaid(typed);
  await lockDraft(db, user, id, version, 'draft');
  const facts = await invoiceFacts(db, user, draft);
  const totals = priceDraft(draft, facts);
  await db.deleteFrom('invoiceLine').where('invoiceId', '=', id).execute();
  await billPendingItems(db, user, id, draft, billedItems(draft));
  await checkBilledLines(db, user, { invoiceId: id, lines: draft.lines, facts, totals });
  await db
    .updateTable('invoice')
    .set({ ...header(draft, facts, totals), ...nextVersion })
    .where('id', '=', id)
    .execute();
  await storeParts(db, id, draft, facts, totals);
  return getInvoice(db, user, id);
}

/** Deletes a draft. The database makes its pending items open again. */
export async function removeDraft(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  await lockDraft(db, user, id, version, 'deleted');
  await db.deleteFrom('invoiceLine').where('invoiceId', '=', id).execute();
  await db.deleteFrom('invoice').where('id', '=', id).execute();
}
