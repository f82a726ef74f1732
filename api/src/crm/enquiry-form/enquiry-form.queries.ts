import { sql } from 'kysely';
import type { EnquiryFormSetting } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import type { Language } from '@daybook/contracts/fields';
import { languages } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';

type Consent = EnquiryFormSetting['consent'];

/** The settings of the form; the database holds exactly one row. */
export async function getEnquiryForm(db: Db): Promise<EnquiryFormSetting> {
  const { rows } = await sql<EnquiryFormSetting>`
    select form.version, form.active, origins, owner_rule as "ownerRule",
      jsonb_build_object('en', consent -> 'en', 'zh', consent -> 'zh', 'fr', consent -> 'fr', 'ja', consent -> 'ja') as consent,
      (select jsonb_build_object('id', id, 'label', name) from billing_entity where id = form.entity_id) as entity,
      (select jsonb_build_object('id', id, 'label', name) from app_user where id = form.owner_id) as owner,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'label', name) order by array_position(form.service_ids, id))
        from service where id = any (form.service_ids)), '[]') as services,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'label', name) order by array_position(form.owner_ids, id))
        from app_user where id = any (form.owner_ids)), '[]') as owners
    from enquiry_form form`.execute(db);
  const [form] = rows;
  if (!form) throw new Refusal('NOT_FOUND');
  return form;
}

/** What the public page shows. */
export interface ShownForm {
  entityId: string;
  /** The name of the firm. */
  firm: string;
  hasLogo: boolean;
  timezone: string;
  services: { id: string; label: string }[];
  consent: Consent;
  origins: string[];
}

/** Null while the form is switched off. */
export async function getShownForm(db: Db): Promise<ShownForm | null> {
  const { rows } = await sql<ShownForm>`
    select entity.id as "entityId", coalesce(entity.legal_name, entity.name) as firm, entity.logo is not null as "hasLogo",
      entity.timezone, form.consent, form.origins,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'label', name) order by array_position(form.service_ids, id))
        from service where id = any (form.service_ids) and active), '[]') as services
    from enquiry_form form join billing_entity entity on entity.id = form.entity_id where form.active`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The logo on the page. Refuses NOT_FOUND while the form is switched off. */
export async function getFormLogo(db: Db): Promise<{ bytes: Buffer; type: string }> {
  const row = await db
    .selectFrom('enquiryForm')
    .innerJoin('billingEntity as entity', 'entity.id', 'enquiryForm.entityId')
    .where('enquiryForm.active', '=', true)
    .select(['entity.logo', 'entity.logoType'])
    .executeTakeFirst();
  if (!row?.logo) throw new Refusal('NOT_FOUND');
  return { bytes: row.logo, type: row.logoType ?? '' };
}

/** The text that a visitor agrees to: in their language, or else the first one that the firm has written. Null if there is none. */
export const consentIn = (consent: Consent, language: Language): string | null =>
  [language, ...languages].map((one) => consent[one]).find(Boolean) ?? null;
