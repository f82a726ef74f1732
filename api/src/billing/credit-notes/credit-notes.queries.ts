import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type {
  CreditNote,
  CreditNoteBasis,
  CreditNoteRow,
} from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { allOfClients, clientsOfPage, inScope, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { totalSearched, accessPaths } from '../../document-search.ts';
import { figuresInBase } from '../documents/base-figures.ts';
import { namedClient } from '../documents/client-party.ts';
import { ofCreditNote } from '../documents/own-texts.ts';
import { creditedIds, creditNoteParts } from './credit-note-parts.ts';
import { creditableIds, readCreditable } from './creditable-invoices.ts';

const ofClient = sql.ref('state.clientId');

type ListInput = ParsedInputOf<typeof creditNotes.list>;

/** Reads the list from the live parts (docs/rules.md#frozen-and-live-parts), whose indexes match the sort orders; joins each document by key. */
const found = (db: Db, visible: Expression<SqlBool>, { filter }: Pick<ListInput, 'filter'>) =>
  whereGiven(db.selectFrom('creditNoteState as state').where(visible), filter, {
    status: 'state.status',
    clientId: 'state.clientId',
    entityId: 'state.entityId',
    currency: 'state.currency',
    from: ['>=', 'state.issueDate'],
    to: ['<=', 'state.issueDate'],
  });

const withNames = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('creditNote', 'creditNote.id', 'state.id')
    .innerJoin('client', 'client.id', 'state.clientId')
    .innerJoin('billingEntity as entity', 'entity.id', 'state.entityId')
    .select([
      'creditNote.id',
      'creditNote.version',
      'state.number',
      sql<CreditNoteRow['status']>`state.status`.as('status'),
      'state.entityId',
      'entity.name as entityName',
      'state.clientId',
      'client.name as clientName',
      'state.issueDate',
      sql<CreditNoteRow['reasonCode']>`credit_note.reason_code`.as('reasonCode'),
      'state.currency',
      'state.total',
      'state.available',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = ({ clientId, clientName, entityId, entityName, ...row }: Row): CreditNoteRow => ({
  ...row,
  client: { id: clientId, label: clientName },
  entity: { id: entityId, label: entityName },
});

const searchable = (db: Db, user: CurrentUser, pageScope: PageScope, input: ListInput) => ({
  ...pageScope,
  id: sql.ref('state.id'),
  clientId: ofClient,
  own: ofCreditNote,
  rows: (seen: RawBuilder<SqlBool>) => found(db, seen, input),
  ofClients: (clientId: Expression<unknown>) => inScope.client(user, clientId),
});

export async function listCreditNotes(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql.ref('state.issueDate'), of: (row: Row) => row.issueDate },
    { by: sql.ref('state.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const pageScope = await clientsOfPage(db, user, ofClient);
  const paths = await accessPaths(db, input.q, searchable(db, user, pageScope, input));
  const page = await pageByKeyset(
    withNames(found(db, ofRow(pageScope), input)),
    keys,
    descending,
    input,
    paths,
  );
  return { ...page, rows: page.rows.map(shown) };
}

export const totalCreditNotes = (db: Db, user: CurrentUser, input: ListInput) =>
  totalSearched(db, input.q, searchable(db, user, allOfClients(user, ofClient), input), (rows) =>
    rows.select([
      'state.currency',
      sql`case state.status when 'void' then 0 else state.total end`.as('amount'),
      'state.available as open',
    ]),
  );

/** Refuses NOT_FOUND, including for a credit note outside the scope. */
export async function getCreditNote(db: Db, user: CurrentUser, id: string): Promise<CreditNote> {
  const row = await withNames(found(db, inScope.client(user, ofClient), { filter: {} }))
    .select([
      sql<boolean>`client.erased_at is not null`.as('clientErased'),
      'creditNote.fxRate',
      'entity.baseCurrency',
      sql<CreditNote['docLocale']>`credit_note.doc_locale`.as('docLocale'),
      'creditNote.placeOfSupply',
      'creditNote.reverseCharge',
      'creditNote.pricesIncludeTax',
      'creditNote.reason',
      'creditNote.billAgain',
      'creditNote.notes',
      sql<CreditNote['billTo']>`credit_note.bill_to`.as('billTo'),
      sql<CreditNote['supplier']>`credit_note.supplier`.as('supplier'),
      'creditNote.net',
      'creditNote.tax',
      'creditNote.rounding',
      sql<CreditNote['taxGroups']>`credit_note.tax_groups`.as('taxGroups'),
      'state.applied',
      'state.refunded',
      'creditNote.issuedAt',
      'state.voidDate',
      'state.voidReason',
    ])
    .where('creditNote.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { voidDate, voidReason, clientId, clientName, entityId, entityName, ...record } = row;
  return {
    ...record,
    client: { id: clientId, label: clientName },
    entity: { id: entityId, label: entityName },
    fxRate: canonicalDecimal(row.fxRate),
    void: voidDate ? { on: voidDate, reason: voidReason ?? '' } : null,
    inBase: row.issuedAt === null ? null : await figuresInBase(db, 'credit_note', row),
    ...(await creditNoteParts(db, row)),
  };
}

/** The invoices of a client that a credit note may credit. Refuses NOT_FOUND. */
export async function creditNoteBasis(
  db: Db,
  user: CurrentUser,
  { creditNoteId, invoiceId, ...of }: ParsedInputOf<typeof creditNotes.basis>,
): Promise<CreditNoteBasis> {
  const client = await namedClient(db, user, of.clientId);
  const entity = await db
    .selectFrom('billingEntity')
    .select([
      'baseCurrency',
      sql<CreditNoteBasis['rounding']>`rounding_mode`.as('rounding'),
      sql<CreditNoteBasis['roundingDir']>`rounding_dir`.as('roundingDir'),
      'roundTotalTo',
      sql<string>`(now() at time zone timezone)::date`.as('today'),
    ])
    .where('id', '=', of.entityId)
    .executeTakeFirst();
  if (!client || !entity) throw new Refusal('NOT_FOUND');
  const also = creditNoteId ? await creditedIds(db, creditNoteId) : [];
  const ids = await creditableIds(db, of, invoiceId ? [...also, invoiceId] : also);
  return { ...entity, docLocale: client.docLocale, invoices: await readCreditable(db, ids) };
}
