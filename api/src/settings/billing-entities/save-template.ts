import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  DocumentTemplate,
  documentTemplates,
} from '@daybook/contracts/settings/billing-entities/document-templates';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { boxes, readImage } from '../../images/read-image.ts';
import type { Image } from '../../images/shrink-thread.ts';
import { currentSignature, getTemplate } from './document-templates.queries.ts';

type Input = ParsedInputOf<typeof documentTemplates.save>;

/** The signature that was given, or that of before. Refuses on `signature` what is no picture. */
export async function signatureFrom(
  db: Db,
  { id, signature }: Pick<Input, 'id' | 'signature'>,
): Promise<Image | null> {
  if (signature === undefined) return currentSignature(db, id);
  if (signature === null) return null;
  try {
    return await readImage(signature, boxes.logo);
  } catch (error) {
    const { code, params, fields } = error as Partial<Refusal>;
    if (code === undefined || fields?.['image'] === undefined) throw error;
    throw new Refusal(code, params, { signature: fields['image'] });
  }
}

/** Adds a version. Refuses NOT_FOUND, VERSION_CONFLICT, and a signature that is no picture. */
export async function saveTemplate(db: Db, input: Input, version: number): Promise<DocumentTemplate> {
  const { id: entityId, signature: _given, ...look } = input;
  const signature = await signatureFrom(db, input);
  // One version at a time of an entity.
  await sql`select from billing_entity where id = ${entityId} for no key update`.execute(db);
  const current = await getTemplate(db, entityId);
  if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current });
  await db
    .insertInto('documentTemplate')
    .values({
      ...look,
      id: uuidv7(),
      entityId,
      no: version,
      hiddenColumns: [...new Set(look.hiddenColumns)],
      footers: json(look.footers),
      signature: signature?.bytes ?? null,
      signatureType: signature?.type ?? null,
    })
    .execute();
  return getTemplate(db, entityId);
}
