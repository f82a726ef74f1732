import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OwedAmounts } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { minor, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { openRows } from '../outstanding/open-rows.ts';
import type { OpenAsked } from '../outstanding/open-rows.ts';

/** Which part of an open invoice is disputed now. */
export const disputedNow = sql<Minor>`coalesce((select least(dispute.amount, invoice.outstanding) from dispute
  where dispute.invoice_id = invoice.invoice_id and dispute.to_on is null), 0)`;

/** What was received or credited and settles nothing yet, by client and currency. */
const unapplied = sql`
  select receipt.client_id, receipt.entity_id, receipt.currency, state.available - state.allocated - state.refunded as amount
  from receipt join receipt_state state on state.receipt_id = receipt.id
  where receipt.client_id in (select id from asked) and state.status = 'posted' and state.allocated + state.refunded < state.available
  union all
  select client_id, entity_id, currency, available from credit_note_state
  where client_id in (select id from asked) and available > 0`;

type Amounts = Omit<OwedAmounts, 'balance'> & { askedId: string };

/**
 * What clients owe on a day, by currency and by the client that is asked for them. `asked` selects its id as `asked_id`, and
 * each client that it is asked for as `id`.
 */
export async function owedBy(
  db: Db,
  asked: RawBuilder<unknown>,
  open: OpenAsked,
): Promise<Map<string, OwedAmounts[]>> {
  const { rows } = await sql<Amounts>`
    with asked as materialized (${asked}), document as (
      select client_id, currency, document_id, sum(open) as open, sum(overdue) as overdue from ${openRows(open)} row
      group by client_id, currency, document_id
    )
    select asked.asked_id, document.currency,
      coalesce(sum(open) filter (where open > 0), 0)::bigint as outstanding, sum(overdue)::bigint as overdue,
      coalesce(sum(least(coalesce(dispute.amount, open), open)) filter (where dispute.id is not null and open > 0), 0)::bigint as disputed,
      coalesce(-sum(open) filter (where open < 0), 0)::bigint as unapplied
    from asked join document on document.client_id = asked.id
      left join dispute on dispute.invoice_id = document.document_id and dispute.to_on is null
    group by asked.asked_id, document.currency order by document.currency`.execute(db);
  const owed = new Map<string, OwedAmounts[]>();
  for (const { askedId, ...amounts } of rows) {
    const balance = subtract(amounts.outstanding, amounts.unapplied);
    owed.set(askedId, [...(owed.get(askedId) ?? []), { ...amounts, balance }]);
  }
  return owed;
}

interface One {
  id: string;
  clients: readonly { id: string }[];
  today: string;
}

/** As `owedBy`, today, of one client. */
export async function owedByOne(db: Db, { id, clients, today }: One): Promise<OwedAmounts[]> {
  const clientIds = clients.map((client) => client.id);
  const asked = sql`select ${id}::uuid as asked_id, unnest(${clientIds}::uuid[]) as id`;
  return (await owedBy(db, asked, { day: today, clientIds })).get(id) ?? [];
}

interface Promisable {
  clientIds: readonly string[];
  currency: string;
  entityId: string | null;
  /** Only these invoices; all if empty. */
  invoiceIds: readonly string[];
}

/**
 * What can be promised: what is open and not disputed; unless invoices are named, less what settles nothing yet. `invoices` are
 * the named ones that are open, of these clients, and in the currency and the billing entity.
 */
export async function promisable(
  db: Db,
  { clientIds, currency, entityId, invoiceIds }: Promisable,
): Promise<{ amount: Minor; invoices: string[] }> {
  const named = invoiceIds.length > 0 ? sql`and invoice.invoice_id = any (${invoiceIds}::uuid[])` : sql``;
  const matches = sql`currency = ${currency} and entity_id = coalesce(${entityId}::uuid, entity_id)`;
  const { rows } = await sql<{ amount: Minor; invoices: string[] }>`
    with asked as (select unnest(${clientIds}::uuid[]) as id), open as (
      select invoice.invoice_id, invoice.outstanding - ${disputedNow} as amount
      from invoice_state invoice
      where invoice.client_id in (select id from asked) and invoice.outstanding > 0 and ${matches} ${named}
    )
    select (coalesce((select sum(amount) from open), 0) - ${
      invoiceIds.length > 0
        ? sql`0`
        : sql`coalesce((select sum(amount) from (${unapplied}) as unapplied where ${matches}), 0)`
    })::bigint as amount,
      array(select invoice_id from open) as invoices`.execute(db);
  return rows[0] ?? { amount: minor(0), invoices: [] };
}
