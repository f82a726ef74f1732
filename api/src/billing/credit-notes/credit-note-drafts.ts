import { uuidv7 } from 'uuidv7';
import type { CreditNoteTotals } from '@daybook/contracts/billing/credit-notes/credit-note-totals';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { toDecimal } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { namedClient } from '../documents/client-party.ts';
import { entityParty } from '../documents/parties.ts';
import type { Address, Registration } from '../documents/parties.ts';
import type { GivenBack } from './credit-note-items.ts';
import { getCreditNote } from './credit-notes.queries.ts';
import { priceCreditNote } from './credit-notes.rules.ts';
import type { CreditFacts, CreditNoteDraft, CreditTerms } from './credit-notes.rules.ts';
import { readCreditable } from './creditable-invoices.ts';

type Draft = Omit<ParsedInputOf<typeof creditNotes.create>, 'id'>;

export interface CreditNoteFacts extends CreditFacts {
  timezone: string;
  country: string;
  clientName: string;
  billTo: Party;
  supplier: Party;
}

/** What the figures and texts of a credit note are computed from. Refuses REFERENCE_UNKNOWN on `entityId` or `clientId`. */
export async function creditNoteFacts(
  db: Db,
  user: CurrentUser,
  { entityId, clientId, lines }: Pick<CreditNoteDraft, 'entityId' | 'clientId' | 'lines'>,
): Promise<CreditNoteFacts> {
  const entity = await db
    .selectFrom('billingEntity')
    .selectAll()
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (!entity) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
  const ids = lines.map(({ invoiceLineId }) => invoiceLineId);
  const owners = await db
    .selectFrom('invoiceLine')
    .select('invoiceId')
    .where('id', 'in', ids)
    .union(db.selectFrom('invoiceAdjustment').select('invoiceId').where('id', 'in', ids))
    .orderBy('invoiceId')
    .execute();
  const credited = await readCreditable(
    db,
    owners.map(({ invoiceId }) => invoiceId),
  );
  // The firm may still owe something to an inactive client. It is named with the registrations of the credited invoices.
  const suppliedOn = credited.map(({ issueDate }) => issueDate).toSorted();
  const client = await namedClient(db, user, clientId, suppliedOn.at(-1));
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  return {
    baseCurrency: entity.baseCurrency,
    timezone: entity.timezone,
    country: entity.country,
    clientName: client.name,
    billTo: client.party,
    supplier: entityParty({
      ...entity,
      address: entity.address as Address,
      registrations: entity.registrations as Registration[],
    }),
    invoices: credited,
  };
}

/** The figures of a document, as they are stored and shown. */
export const figuresOf = ({ net, tax, rounding, total, groups }: CreditNoteTotals) => ({
  net,
  tax,
  rounding,
  total,
  taxGroups: groups.map(({ category, ratePct, base, tax: ofGroup, components }) => ({
    category,
    rate: ratePct,
    net: base,
    tax: ofGroup,
    components,
  })),
});

/** The columns that a credit note takes from its invoices and its client, with its figures. */
export const computed = (
  facts: CreditNoteFacts,
  { rounding: roundingMode, ...terms }: CreditTerms,
  totals: CreditNoteTotals,
) => {
  const { taxGroups, ...amounts } = figuresOf(totals);
  return { ...terms, ...amounts, taxGroups: json(taxGroups), roundingMode, billTo: json(facts.billTo) };
};

const header = (draft: Draft, facts: CreditNoteFacts, terms: CreditTerms, totals: CreditNoteTotals) => ({
  entityId: draft.entityId,
  clientId: draft.clientId,
  issueDate: draft.issueDate,
  currency: draft.currency,
  docLocale: draft.docLocale,
  reasonCode: draft.reasonCode,
  reason: draft.reason,
  billAgain: draft.billAgain,
  notes: draft.notes,
  searchText: normalise(
    facts.clientName,
    ...facts.invoices.map(({ number }) => number),
    toDecimal(totals.total, draft.currency),
  ),
  ...computed(facts, terms, totals),
});

/** Replaces the lines of a draft. `given` names, by line, the work that the issue gives back. */
export async function storeLines(
  db: Db,
  creditNoteId: string,
  lines: Draft['lines'],
  facts: CreditNoteFacts,
  totals: CreditNoteTotals,
  given: ReadonlyMap<string, GivenBack> = new Map(),
): Promise<void> {
  const known = new Map(
    facts.invoices.flatMap((invoice) =>
      invoice.lines.map((line) => [line.id, { line, invoiceId: invoice.id }] as const),
    ),
  );
  await removeParts(db, creditNoteId);
  const values = lines.map(({ invoiceLineId, qty }, index) => {
    const [figures, found] = [totals.lines[index], known.get(invoiceLineId)];
    if (!figures || !found) throw new Error('a credit note line has no figures');
    const { category, rate, kind } = found.line;
    const { components, ...amounts } = figures;
    const isAdjustment = kind === 'allowance' || kind === 'charge';
    return {
      id: uuidv7(),
      creditNoteId,
      no: index + 1,
      invoiceId: found.invoiceId,
      invoiceLineId: isAdjustment ? null : invoiceLineId,
      invoiceAdjustmentId: isAdjustment ? invoiceLineId : null,
      qty,
      category,
      rate,
      ...amounts,
      components: json(components),
      ...(given.get(invoiceLineId) ?? { pendingItemId: null, work: null }),
    };
  });
  await db
    .insertInto('creditNoteInvoice')
    .values(
      facts.invoices.map(({ id: invoiceId }, index) => {
        const figures = totals.documents[index];
        if (!figures) throw new Error('a credited invoice has no figures');
        return { creditNoteId, invoiceId, ...figures };
      }),
    )
    .execute();
  await db.insertInto('creditNoteLine').values(values).execute();
}

async function removeParts(db: Db, creditNoteId: string): Promise<void> {
  await db.deleteFrom('creditNoteLine').where('creditNoteId', '=', creditNoteId).execute();
  await db.deleteFrom('creditNoteInvoice').where('creditNoteId', '=', creditNoteId).execute();
}

/** Refuses whatever `creditNoteFacts` and `priceCreditNote` refuse. */
export async function createCreditNote(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...draft }: Draft & { id?: string | undefined },
): Promise<CreditNote> {
  const facts = await creditNoteFacts(db, user, draft);
  const { totals, terms } = priceCreditNote(draft, facts);
  await db
    .insertInto('creditNote')
    .values({ id, ...header(draft, facts, terms, totals) })
    .execute();
  await storeLines(db, id, draft.lines, facts, totals);
  return getCreditNote(db, user, id);
}

/** Refuses STATE_NOT_ALLOWED unless the credit note is a draft. */
export async function lockDraft(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
  to: string,
): Promise<CreditNote> {
  const note = await lockAtVersion(db, 'creditNote', id, version, () => getCreditNote(db, user, id));
  if (note.status !== 'draft') throw new Refusal('STATE_NOT_ALLOWED', { from: note.status, to });
  return note;
}

/** Refuses as `createCreditNote`, and VERSION_CONFLICT, and STATE_NOT_ALLOWED once the credit note is issued. */
export async function editCreditNote(
  db: Db,
  user: CurrentUser,
  { id, ...draft }: ParsedInputOf<typeof creditNotes.edit>,
  version: number,
): Promise<CreditNote> {
  await lockDraft(db, user, id, version, 'draft');
  const facts = await creditNoteFacts(db, user, draft);
  const { totals, terms } = priceCreditNote(draft, facts);
  await db
    .updateTable('creditNote')
    .set({ ...header(draft, facts, terms, totals), ...nextVersion })
    .where('id', '=', id)
    .execute();
  await storeLines(db, id, draft.lines, facts, totals);
  return getCreditNote(db, user, id);
}

export async function removeCreditNote(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<void> {
  await lockDraft(db, user, id, version, 'deleted');
  await removeParts(db, id);
  await db.deleteFrom('creditNote').where('id', '=', id).execute();
}
