import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { minor, NOTHING } from '@daybook/contracts/money/money';
import type { Party } from '@daybook/contracts/billing/invoices/invoice-record';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import {
  openingInvoiceEntries,
  openingReceiptEntries,
  openingWithheldEntries,
} from '../../ledger/opening-entries.ts';
import { postEntries, postReversal } from '../../ledger/post-entries.ts';
import type { Entry } from '../../ledger/post-entries.ts';
import { namedClients } from '../documents/client-party.ts';
import type { NamedClient } from '../documents/client-party.ts';
import { entityParty } from '../documents/parties.ts';
import type { Address, Registration } from '../documents/parties.ts';
import type { EntityTerms as Terms } from './judge-openings.ts';
import type { OpeningFigures, OpeningRow } from './opening-rows.ts';

export interface NewOpening extends OpeningFigures {
  id: string;
  clientId: string;
}

/** The number of rows whose parameters fit into one statement. */
const batch = 500;

const inBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / batch) }, (_, index) =>
    rows.slice(index * batch, (index + 1) * batch),
  );

async function supplierOf(db: Db, entityId: string) {
  const entity = await db
    .selectFrom('billingEntity')
    .selectAll()
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  const party: Party = entityParty({
    ...entity,
    address: entity.address as Address,
    registrations: entity.registrations as Registration[],
  });
  const { roundingMode, roundingDir } = entity;
  return { party, rounding: { roundingMode, roundingDir, roundTotalTo: 0 } };
}

type Named = NewOpening & { client: NamedClient };

/** The entry of an opening balance. It is placed before all other entries of the cut-over date, in the order of document dates. */
const entryOf = (
  { entityId, baseCurrency, cutOverOn }: Terms,
  { id, currency, fxRate, date }: NewOpening,
  type: 'invoice' | 'receipt' | 'opening',
  postings: Entry['postings'],
): Entry => ({
  entityId,
  date: cutOverOn,
  source: { type, id },
  currency,
  baseCurrency,
  fxRate,
  postings,
  placedBy: date,
});

async function storeInvoices(db: Db, user: CurrentUser, terms: Terms, rows: readonly Named[]): Promise<void> {
  const { party, rounding } = await supplierOf(db, terms.entityId);
  await db
    .insertInto('invoice')
    .values(
      rows.map(({ id, clientId, client, date, dueDate, currency, fxRate, amount }) => ({
        id,
        docKind: 'opening_invoice',
        entityId: terms.entityId,
        clientId,
        issueDate: date,
        dueDate,
        openingOn: terms.cutOverOn,
        currency,
        fxRate,
        docLocale: client.docLocale,
        billTo: json(client.party),
        supplier: json(party),
        ...rounding,
        net: amount,
        total: amount,
        payable: amount,
      })),
    )
    .execute();
  await postEntries(
    db,
    rows.map((row) => entryOf(terms, row, 'invoice', openingInvoiceEntries(row.clientId, minor(row.amount)))),
  );
  const numbers = rows.map(({ id, number, client }) => ({
    id,
    number,
    searchText: normalise(client.name, number),
  }));
  await sql`update invoice set number = row.number, search_text = row."searchText", issued_at = now(), issued_by = ${user.id}
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as row (id uuid, number text, "searchText" text)
    where invoice.id = row.id`.execute(db);
}

async function storeReceipts(db: Db, terms: Terms, rows: readonly Named[]): Promise<void> {
  await db
    .insertInto('receipt')
    .values(
      rows.map(({ id, clientId, client, number, date, currency, fxRate, amount }) => ({
        id,
        entityId: terms.entityId,
        clientId,
        number,
        receiptDate: date,
        openingOn: terms.cutOverOn,
        mode: 'opening',
        currency,
        fxRate,
        amount,
        docLocale: client.docLocale,
        receivedFrom: json(client.party),
        searchText: normalise(client.name, number),
      })),
    )
    .execute();
  await postEntries(
    db,
    rows.map((row) => entryOf(terms, row, 'receipt', openingReceiptEntries(row.clientId, minor(row.amount)))),
  );
}

async function storeWithheld(db: Db, terms: Terms, rows: readonly Named[]): Promise<void> {
  await db
    .insertInto('openingWithheld')
    .values(
      rows.map(({ id, clientId, client, number, section, date, currency, fxRate, amount }) => ({
        id,
        entityId: terms.entityId,
        clientId,
        number,
        section: section ?? '',
        deductedOn: date,
        openingOn: terms.cutOverOn,
        currency,
        fxRate,
        amount,
        searchText: normalise(client.name, number),
      })),
    )
    .execute();
  await postEntries(
    db,
    rows.map((row) =>
      entryOf(terms, row, 'opening', openingWithheldEntries(row.clientId, minor(row.amount))),
    ),
  );
}

export async function storeOpenings(
  db: Db,
  user: CurrentUser,
  terms: Terms,
  rows: readonly NewOpening[],
): Promise<void> {
  const clients = await namedClients(
    db,
    user,
    rows.map(({ clientId }) => clientId),
  );
  const named = rows.flatMap((row): Named[] => {
    const client = clients.get(row.clientId);
    return client ? [{ ...row, client }] : [];
  });
  for (const some of inBatches(named.filter(({ kind }) => kind === 'invoice')))
    await storeInvoices(db, user, terms, some);
  for (const some of inBatches(named.filter(({ kind }) => kind === 'receipt')))
    await storeReceipts(db, terms, some);
  for (const some of inBatches(named.filter(({ kind }) => kind === 'withheld')))
    await storeWithheld(db, terms, some);
}

interface TakenBack {
  id: string;
  kind: OpeningFigures['kind'];
  /** The cut-over date, on which the opening balance was posted. */
  day: string;
  reason: string | null;
}

/** Reverses the entry on its own date. The database refuses this for a locked client, and for an opening balance that is settled or certified. */
export async function takeOpeningBack(
  db: Db,
  user: CurrentUser,
  { id, kind, day, reason }: TakenBack,
): Promise<void> {
  const now = sql<string>`now()`;
  if (kind === 'invoice') {
    await postReversal(db, { type: 'invoice', id }, { type: 'void', id, date: day });
    await db
      .updateTable('invoiceState')
      .set({
        status: 'void',
        outstanding: NOTHING,
        voidedAt: now,
        voidedBy: user.id,
        voidDate: day,
        voidReason: reason,
      })
      .where('invoiceId', '=', id)
      .execute();
    return;
  }
  if (kind === 'withheld') {
    await postReversal(db, { type: 'opening', id }, { type: 'reversal', id, date: day });
    await db
      .updateTable('openingWithheld')
      .set({ takenBackAt: now, takenBackBy: user.id, takenBackReason: reason })
      .where('id', '=', id)
      .execute();
    return;
  }
  await postReversal(db, { type: 'receipt', id }, { type: 'reversal', id, date: day });
  await db
    .updateTable('receiptState')
    .set({
      status: 'reversed',
      reversedAt: now,
      reversedBy: user.id,
      reversedOn: day,
      reversalReason: reason,
    })
    .where('receiptId', '=', id)
    .execute();
}

/** Posts the rows that are new or differ, and takes back what they replace. Returns the id of what each row posted. */
export async function carryOut(
  db: Db,
  user: CurrentUser,
  terms: Terms,
  rows: readonly Pick<OpeningRow, 'outcome' | 'client' | 'document' | 'replaces'>[],
): Promise<(string | null)[]> {
  for (const { outcome, replaces } of rows)
    if (outcome === 'changed' && replaces)
      await takeOpeningBack(db, user, { ...replaces, day: terms.cutOverOn, reason: null });
  const made = rows.map(({ outcome, client, document }) =>
    (outcome === 'new' || outcome === 'changed') && client && document
      ? { id: uuidv7(), clientId: client.id, ...document }
      : null,
  );
  await storeOpenings(
    db,
    user,
    terms,
    made.filter((row) => row !== null),
  );
  return made.map((row) => row?.id ?? null);
}
