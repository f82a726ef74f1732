import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import { usualLook } from '@daybook/contracts/settings/billing-entities/document-templates';
import type { DocumentTemplate } from '@daybook/contracts/settings/billing-entities/document-templates';
import type { Db } from '../../db/database.ts';
import type { Image } from '../../images/shrink-thread.ts';

/** The latest version of the template, or what applies without one. Refuses NOT_FOUND. */
export async function getTemplate(db: Db, entityId: string): Promise<DocumentTemplate> {
  const { rows } = await sql<DocumentTemplate>`
    select coalesce(template.no, 0) + 1 as version, jsonb_build_object('id', entity.id, 'label', entity.name) as entity,
      entity.doc_locale, coalesce(template.logo_place, ${usualLook.logoPlace}) as logo_place,
      coalesce(template.hidden_columns, '{}') as hidden_columns, coalesce(template.accent, ${usualLook.accent}) as accent,
      jsonb_build_object('en', template.footers -> 'en', 'zh', template.footers -> 'zh', 'fr', template.footers -> 'fr',
        'ja', template.footers -> 'ja') as footers,
      template.signature is not null as has_signature
    from billing_entity entity left join lateral
      (select * from document_template where entity_id = entity.id order by no desc limit 1) template on true
    where entity.id = ${entityId}`.execute(db);
  const [template] = rows;
  if (!template) throw new Refusal('NOT_FOUND');
  return template;
}

/** The signature of the latest version; null if it has none. */
export async function currentSignature(db: Db, entityId: string): Promise<Image | null> {
  const row = await db
    .selectFrom('documentTemplate')
    .select(['signature', 'signatureType'])
    .where('entityId', '=', entityId)
    .orderBy('no', 'desc')
    .executeTakeFirst();
  return row?.signature ? { bytes: row.signature, type: row.signatureType as Image['type'] } : null;
}
