import { sql } from 'kysely';
import type { Language, Reference } from '@daybook/contracts/fields';
import type { WithheldSource } from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import { offeredContactsOf } from '../../billing/documents/document-mails.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { isLate, source } from './withholding-rows.ts';

interface Whom {
  /** Null: every client of which a certificate is late. */
  clientIds: readonly string[] | null;
  entityId: string | null;
  most: number;
}

/** A client that withheld tax from payments to a billing entity, with the contacts that take statements. */
export interface Deductor {
  client: Reference;
  entity: Reference;
  language: Language;
  lastAskedOn: string | null;
  to: string[];
  cc: string[];
  entries: AwaitedEntry[];
}

/** An entry of the register that awaits a certificate. */
interface AwaitedEntry {
  id: string;
  source: WithheldSource;
  invoices: string[];
  section: string | null;
  fy: string;
  quarter: number;
  deductedOn: string;
  currency: string;
  amount: Minor;
  open: Minor;
  isLate: boolean;
  hasEnded: boolean;
}

const pairs = (db: Db, user: CurrentUser, { clientIds, entityId, most }: Whom) =>
  db
    .selectFrom('withholdingEntry as entry')
    .innerJoin('billingEntity as entity', 'entity.id', 'entry.entityId')
    .innerJoin('client', 'client.id', 'entry.clientId')
    .where(inScope.client(user, sql.ref('entry.clientId')))
    .$if(clientIds === null, (query) => query.where(isLate))
    .$if(clientIds !== null, (query) =>
      query.where(sql<boolean>`entry.client_id = any (${[...(clientIds ?? [])]}::uuid[])`),
    )
    .$if(entityId !== null, (query) => query.where('entry.entityId', '=', entityId ?? ''))
    .select([
      'entry.clientId',
      'client.name as clientName',
      sql<Language>`client.doc_locale`.as('language'),
      'entry.entityId',
      'entity.name as entityName',
      sql<string | null>`(select max(mail.day) from client_mail mail where mail.client_id = entry.client_id
        and mail.entity_id = entry.entity_id and mail.kind = 'certificate_request')`.as('lastAskedOn'),
    ])
    .groupBy(['entry.clientId', 'client.id', 'entry.entityId', 'entity.id'])
    .orderBy(sql`client.sort_name collate "und-x-icu"`)
    .orderBy('client.id')
    .orderBy('entity.id')
    .limit(most)
    .execute();

const invoices = sql<string[]>`array(select distinct invoice.number
  from allocation part join invoice on invoice.id = part.invoice_id
  where part.receipt_id = entry.receipt_id and part.reversed_at is null and part.withheld_part > 0
    and invoice.client_id = entry.client_id
    and coalesce(part.withheld_by ->> 'section', receipt.withholding_section, '') = entry.section order by invoice.number)`;

const awaited = (db: Db, clientIds: readonly string[]) =>
  db
    .selectFrom('withholdingEntry as entry')
    .innerJoin('billingEntity as entity', 'entity.id', 'entry.entityId')
    .leftJoin('receipt', 'receipt.id', 'entry.receiptId')
    .leftJoin('openingWithheld as opening', 'opening.id', 'entry.openingId')
    .select([
      'entry.clientId',
      'entry.entityId',
      'entry.id',
      source.as('source'),
      invoices.as('invoices'),
      sql<string | null>`nullif(entry.section, '')`.as('section'),
      'entry.fy',
      'entry.quarter',
      'entry.deductedOn',
      'entry.currency',
      sql<Minor>`entry.amount`.as('amount'),
      sql<Minor>`(entry.amount - entry.certified - entry.written_off)`.as('open'),
      isLate.as('isLate'),
      sql<boolean>`entry.quarter_ends_on < (now() at time zone entity.timezone)::date`.as('hasEnded'),
    ])
    .where(sql<boolean>`entry.client_id = any (${clientIds}::uuid[])`)
    .where('entry.state', 'in', ['claimed', 'part_certified'])
    .orderBy('entry.deductedOn')
    .orderBy('entry.id')
    .execute();

/** The clients in the caller's scope, each with every billing entity that it withheld tax from, in the order of their names. */
export async function deductors(db: Db, user: CurrentUser, whom: Whom): Promise<Deductor[]> {
  const found = await pairs(db, user, whom);
  const ids = [...new Set(found.map(({ clientId }) => clientId))];
  if (ids.length === 0) return [];
  const [rows, contactsOf] = await Promise.all([awaited(db, ids), offeredContactsOf(db, 'statement', ids)]);
  const entries = Map.groupBy(rows, (row) => `${row.clientId} ${row.entityId}`);
  return found.map(({ clientId, clientName, entityId, entityName, language, lastAskedOn }) => {
    const contacts = contactsOf(clientId);
    const those = (kind: 'to' | 'cc') =>
      contacts.filter(({ send }) => send === kind).map(({ email }) => email);
    return {
      client: { id: clientId, label: clientName },
      entity: { id: entityId, label: entityName },
      language,
      lastAskedOn,
      to: those('to'),
      cc: those('cc'),
      entries: entries.get(`${clientId} ${entityId}`) ?? [],
    };
  });
}
