import type { Db } from '../db/database.ts';
import { checkChoices } from './check-choices.ts';
import type { Choice } from './check-choices.ts';

/** Fields of forms that name a setting. */
const settings = {
  departmentId: 'departments',
  serviceId: 'services',
  billingEntityId: 'billingEntities',
  taxCodeId: 'taxCodes',
  categoryId: 'taskCategories',
  recurringCategoryId: 'recurringTaskCategories',
} as const satisfies Record<string, Choice['among']>;

type Picked = Partial<Record<keyof typeof settings, string | null>>;

/**
 * Checks that the settings picked in a form are active, but for those that the record has already. Refuses REFERENCE_UNKNOWN on
 * each field.
 */
export const checkPicked = (
  db: Db,
  picked: Picked,
  present: readonly ({ id: string } | null | undefined)[] = [],
): Promise<void> =>
  checkChoices(
    db,
    Object.entries(settings).map(([field, among]) => ({
      field,
      ids: [picked[field as keyof Picked] ?? null],
      among,
    })),
    new Set(present.flatMap((one) => one?.id ?? [])),
  );
