import type { EnquiryFormSetting, enquiryForm } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkChoices } from '../check-choices.ts';
import { getEnquiryForm } from './enquiry-form.queries.ts';

type Input = ParsedInputOf<typeof enquiryForm.save>;

/** Refuses VERSION_CONFLICT, what an active form lacks, and REFERENCE_UNKNOWN, on their fields. */
export async function saveEnquiryForm(db: Db, input: Input, version: number): Promise<EnquiryFormSetting> {
  const { id } = await db.selectFrom('enquiryForm').select('id').executeTakeFirstOrThrow();
  const before = await lockAtVersion(db, 'enquiryForm', id, version, () => getEnquiryForm(db));
  checkWhole(input);
  await checkChoices(db, [
    { field: 'entityId', ids: besides([input.entityId], [before.entity]), among: 'billingEntities' },
    { field: 'serviceIds', ids: besides(input.serviceIds, before.services), among: 'services' },
    { field: 'ownerId', ids: besides([input.ownerId], [before.owner]), among: 'staff' },
    { field: 'ownerIds', ids: besides(input.ownerIds, before.owners), among: 'staff' },
  ]);
  const { consent, serviceIds, ownerIds, origins, ...columns } = input;
  await db
    .updateTable('enquiryForm')
    .set({
      ...columns,
      serviceIds: [...new Set(serviceIds)],
      ownerIds: [...new Set(ownerIds)],
      origins: [...new Set(origins)],
      consent: json(consent),
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  return getEnquiryForm(db);
}

/** An active form names the firm and somebody who gets its enquiries. */
function checkWhole({ active, entityId, ownerId, ownerRule, ownerIds }: Input): void {
  const lacking: FieldRefusals = {};
  if (active && entityId === null) lacking['entityId'] = [{ code: 'REQUIRED' }];
  if (active && ownerId === null) lacking['ownerId'] = [{ code: 'REQUIRED' }];
  if (active && ownerRule === 'round_robin' && ownerIds.length === 0)
    lacking['ownerIds'] = [{ code: 'REQUIRED' }];
  if (Object.keys(lacking).length > 0) throw new Refusal('INPUT_INVALID', {}, lacking);
}

/** What was chosen before may stay, even if it has been deactivated since. */
const besides = (ids: readonly (string | null)[], before: readonly (Reference | null)[]) =>
  ids.filter((id) => before.every((one) => one?.id !== id));
