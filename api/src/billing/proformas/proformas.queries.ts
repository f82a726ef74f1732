import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import type {
  Proforma,
  ProformaContent,
  ProformaRow,
  proformas,
} from '@daybook/contracts/billing/proformas/proformas';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage, inScope, ofRow } from '../../scope.ts';
import { accessPathsInScope } from '../../document-search.ts';

const ofClient = sql.ref('proforma.clientId');

type ListInput = ParsedInputOf<typeof proformas.list>;

/** Whether the proforma's last day has passed in the time zone of the billing entity. */
const hasEnded = sql`proforma.ends_on < (now() at time zone billing_entity.timezone)::date`;

const inStatus: Record<ProformaRow['status'], Expression<SqlBool>> = {
  converted: sql<SqlBool>`proforma.converted_at is not null`,
  expired: sql<SqlBool>`(proforma.converted_at is null and ${hasEnded})`,
  // In no time zone is it still two days before the database's date; this bound limits what the index reads.
  issued: sql<SqlBool>`(proforma.converted_at is null and proforma.valid_until > current_date - 2 and not ${hasEnded})`,
};

const found = (db: Db, visible: Expression<SqlBool>, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('proforma')
      .innerJoin('billingEntity', 'billingEntity.id', 'proforma.entityId')
      .where(visible),
    { ...filter, q },
    {
      status: (statuses, eb) => eb.or(statuses.map((status) => inStatus[status])),
      clientId: 'proforma.clientId',
      entityId: 'proforma.entityId',
      invoiceId: 'proforma.invoiceId',
      currency: 'proforma.currency',
      // No proforma ends before its issue date, so the same bound limits the index on end dates.
      from: ['>=', 'proforma.issueDate', 'proforma.validUntil'],
      to: ['<=', 'proforma.issueDate'],
      q: (text) => matches('proforma', text),
    },
  );

const withNames = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('client', 'client.id', 'proforma.clientId')
    .leftJoin('invoice', 'invoice.id', 'proforma.invoiceId')
    .select([
      'proforma.id',
      'proforma.number',
      'proforma.issueDate',
      'proforma.validUntil',
      'proforma.currency',
      'proforma.payable',
      'proforma.sentAt',
      sql<ProformaRow['status']>`case when proforma.converted_at is not null then 'converted'
        when ${hasEnded} then 'expired' else 'issued' end`.as('status'),
      sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Reference>`jsonb_build_object('id', billing_entity.id, 'label', billing_entity.name)`.as('entity'),
      sql<Reference | null>`case when invoice.id is not null
        then jsonb_build_object('id', invoice.id, 'label', coalesce(invoice.number, '')) end`.as('invoice'),
    ]);

export async function listProformas(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const date = name === 'validUntil' ? 'validUntil' : 'issueDate';
  const keys = [
    { by: sql.ref(`proforma.${date}`), of: (row: ProformaRow) => row[date] },
    { by: sql.ref('proforma.id'), of: (row: ProformaRow) => row.id },
  ];
  const pageScope = await clientsOfPage(db, user, ofClient);
  const paths = input.q ? [] : accessPathsInScope({ ...pageScope, rows: (seen) => found(db, seen, input) });
  return pageByKeyset(
    withNames(found(db, input.q ? pageScope.visible : ofRow(pageScope), input)),
    keys,
    descending,
    input,
    paths,
  );
}

export const countProformas = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, inScope.client(user, ofClient), input));

/** Refuses NOT_FOUND, including for a proforma outside the scope. */
export async function getProforma(db: Db, user: CurrentUser, id: string): Promise<Proforma> {
  const row = await withNames(found(db, inScope.client(user, ofClient), { filter: {} }))
    .leftJoin('invoice as voided', 'voided.id', 'proforma.voidedInvoiceId')
    .select([
      sql<boolean>`client.erased_at is not null`.as('clientErased'),
      'proforma.content',
      'proforma.endsOn',
      'proforma.convertedAt',
      sql<Reference | null>`case when voided.id is not null
        then jsonb_build_object('id', voided.id, 'label', voided.number) end`.as('voidedInvoice'),
    ])
    .where('proforma.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { content, ...record } = row;
  // A proforma issued before withholding codes or annexes existed has no such fields.
  const before = { withholdingCode: null, withheldBy: null, listsHours: false };
  const said = { ...before, ...(content as object) } as ProformaContent;
  return { ...said, ...record, mayInvoiceAgain: record.status === 'issued' && record.invoice === null };
}
