import { sql } from 'kysely';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import type { Draft } from '../invoices/invoice-drafts.ts';
import { getProforma } from './proformas.queries.ts';

/**
 * Makes a draft the invoice of a proforma whose first invoice is void. Refuses REFERENCE_UNKNOWN on `proformaId` for a
 * proforma outside the scope or of another client, entity or currency, and STATE_NOT_ALLOWED while the proforma has an
 * invoice, or once its validity has ended.
 */
export async function renewProforma(
  db: Db,
  user: CurrentUser,
  proformaId: string,
  { id, entityId, clientId, currency }: Pick<Draft, 'entityId' | 'clientId' | 'currency'> & { id: string },
): Promise<void> {
  const locked = await db
    .selectFrom('proforma')
    .select('id')
    .where('id', '=', proformaId)
    .where('entityId', '=', entityId)
    .where('clientId', '=', clientId)
    .where('currency', '=', currency)
    .where(inScope.client(user, sql.ref('proforma.clientId')))
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw refuseField('REFERENCE_UNKNOWN', 'proformaId');
  const { status, invoice } = await getProforma(db, user, proformaId);
  if (status !== 'issued' || invoice !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'draft' });
  await db.updateTable('proforma').set({ invoiceId: id }).where('id', '=', proformaId).execute();
}
