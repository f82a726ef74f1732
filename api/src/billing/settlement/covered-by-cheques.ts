import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CoveredBy } from '@daybook/contracts/billing/invoices/invoice-record';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { clientByKeys } from '../../scope.ts';

/**
 * The part of an `invoice_state` row that waiting post-dated cheques are meant to settle. Only cheques of payers in the
 * caller's scope count. Null if there are none, or if the caller may not see receipts.
 */
export const coveredBy = (user: CurrentUser): RawBuilder<CoveredBy | null> =>
  holds(user, 'receipts.view')
    ? sql`case when invoice_state.outstanding > 0 then (
        select jsonb_build_object('cheques', count(*), 'lastOn', max(cheque.due_on), 'amount', sum(meant.amount),
          'isWhole', sum(meant.amount) >= invoice_state.outstanding or bool_or(meant."writeOffRemainder"))
        from postdated_cheque as cheque,
          jsonb_to_recordset(cheque.input -> 'allocations') as meant ("invoiceId" uuid, amount bigint, "writeOffRemainder" boolean)
        where cheque.status = 'waiting' and settled_by_cheque(cheque.input) && array[invoice_state.invoice_id]
          and meant."invoiceId" = invoice_state.invoice_id and ${clientByKeys(user, sql.ref('cheque.clientId'))}
        having count(*) > 0) end`
    : sql`null::jsonb`;
