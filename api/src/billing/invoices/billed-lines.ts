import { sql } from 'kysely';
import { faultsOfBilling } from '@daybook/contracts/billing/invoices/billed-line';
import type { InvoiceLineInput } from '@daybook/contracts/billing/invoices/invoice-input';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import { priceDraft } from './invoices.rules.ts';
import type { CheckedDraft } from './invoices.rules.ts';

interface Priced {
  /** The draft that bills the items: whoever sees the draft sees its items. Null for a draft that is not stored yet. */
  invoiceId: string | null;
  lines: readonly Pick<InvoiceLineInput, 'kind' | 'taxCodeId' | 'pendingItemId'>[];
  facts: Pick<InvoiceFacts, 'taxCodes'>;
  totals: Pick<DocumentTotals, 'lines'>;
}

/** Refuses line fields that differ from the pending item billed: AS_IT_WAS_PAID, NOT_PAID_FOR_CLIENT. */
export async function checkBilledLines(
  db: Db,
  user: CurrentUser,
  { invoiceId, lines, facts, totals }: Priced,
): Promise<void> {
  const ids = lines.flatMap(({ pendingItemId }) => pendingItemId ?? []);
  if (ids.length === 0) return;
  const items = await db
    .selectFrom('pendingItem')
    .select(['id', 'amount', sql<'fee' | 'disbursement'>`pending_item.kind`.as('kind')])
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        inScope.client(user, sql.ref('pendingItem.clientId')),
        ...(invoiceId === null ? [] : [eb('invoiceId', '=', invoiceId)]),
      ]),
    )
    .execute();
  const faults: FieldRefusals = {};
  lines.forEach(({ kind, taxCodeId, pendingItemId }, row) => {
    const item = items.find(({ id }) => id === pendingItemId);
    const category = facts.taxCodes.find(({ id }) => id === taxCodeId)?.treatment.category ?? 'O';
    const amount = totals.lines[row]?.amount ?? 0;
    if (!item) return;
    for (const [field, code] of faultsOfBilling({ kind, amount, category }, item))
      faults[`lines.${row}.${field}`] = [{ code }];
  });
  if (Object.keys(faults).length > 0) throw new Refusal('INPUT_INVALID', {}, faults);
}

/** The figures of a draft whose pending items are already assigned to it. Refuses as `priceDraft` and `checkBilledLines`. */
export async function priceBilled(
  db: Db,
  user: CurrentUser,
  draft: CheckedDraft,
  facts: InvoiceFacts,
  invoiceId: string | null,
): Promise<DocumentTotals> {
  const totals = priceDraft(draft, facts);
  await checkBilledLines(db, user, { invoiceId, lines: draft.lines, facts, totals });
  return totals;
}
