import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { getClient } from './clients.queries.ts';

/** What uses a client, so that it cannot be deleted. */
export const usesOfClient = (id: RawBuilder<unknown>) => sql<{ kind: string; count: number }>`
    select kind, count(*) as count from (
      select 'tasks' as kind from task where client_id = ${id}
      union all select 'invoices' from invoice where client_id = ${id}
      union all select 'credit_notes' from credit_note where client_id = ${id}
      union all select 'receipts' from receipt where client_id = ${id}
      union all select 'postdated_cheques' from postdated_cheque where client_id = ${id}
      union all select 'pending_invoices' from pending_item where client_id = ${id}
      union all select 'expenses' from expense where client_id = ${id}
      union all select case kind when 'task' then 'recurring_tasks' else 'recurring_invoices' end from series
        where client_id = ${id}
      union all select 'subscriptions' from subscription where client_id = ${id}
      union all select 'client_groups' from client_group where payer_client_id = ${id}
      union all select 'follow_ups' from follow_up where client_id = ${id}
      union all select 'promises' from promise where client_id = ${id}
      union all select 'follow_ups' from follow_up_step where client_id = ${id}
      union all select 'proformas' from proforma where client_id = ${id}
      union all select 'opening_balances' from opening_withheld where client_id = ${id}
      union all select 'certificates' from withholding_certificate where client_id = ${id}
      union all select 'mails' from client_mail where client_id = ${id}
      union all select 'reminders' from reminder where client_id = ${id}
      union all select 'client_documents' from client_document where client_id = ${id}
      union all select 'client_files' from client_file where client_id = ${id} and deleted_at is null
      union all select 'client_notes' from client_note where client_id = ${id} and withdrawn_at is null
      union all select 'statement_schedules' from statement_schedule where client_id = ${id}
      union all select 'ledger' from journal_line where client_id = ${id}
      union all select 'enquiries' from enquiry where ${id} in (converted_client_id, referrer_client_id)) as used
    group by kind order by kind`;

/** Refuses NOT_FOUND, VERSION_CONFLICT, and REFERENCED with the records that use it. */
export async function removeClient(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  const uses = await usesOfClient(sql`${id}::uuid`).execute(db);
  if (uses.rows.length > 0) throw new Refusal('REFERENCED', { usedBy: uses.rows });
  await db.deleteFrom('client').where('id', '=', id).execute();
}
