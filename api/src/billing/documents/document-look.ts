import { sql } from 'kysely';
import { usualLook } from '@daybook/contracts/settings/billing-entities/document-templates';
import type { Db } from '../../db/database.ts';
import type { DocumentLook } from '../../pdf/sheet.ts';

/** The documents that keep the version of the template that they were issued with. */
type Kept = 'invoice' | 'creditNote' | 'proforma' | 'receipt' | 'receiptRefund' | 'expense' | 'staffVoucher';

/** How documents that are issued now look. */
export async function currentLook(db: Db, entityId: string): Promise<DocumentLook> {
  const row = await db
    .selectFrom('documentTemplate')
    .select(['logoPlace', 'hiddenColumns', 'accent', 'footers', 'signature'])
    .where('entityId', '=', entityId)
    .orderBy('no', 'desc')
    .executeTakeFirst();
  return row === undefined ? noTemplate : (row as DocumentLook);
}

const noTemplate: DocumentLook = { ...usualLook, signature: null };

/** How an issued document looks: as it did when it was issued. A draft looks as it would be issued now. */
export async function lookOf(
  db: Db,
  kind: Kept,
  { id, entityId, isIssued = true }: { id: string; entityId: string; isIssued?: boolean },
): Promise<DocumentLook> {
  if (!isIssued) return currentLook(db, entityId);
  const { rows } = await sql<DocumentLook>`
    select logo_place, hidden_columns, accent, footers, signature
    from ${sql.table(kind)} document join document_template on document_template.id = document.template_id
    where document.id = ${id}`.execute(db);
  return rows[0] ?? noTemplate;
}
