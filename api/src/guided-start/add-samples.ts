import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { samples } from '@daybook/contracts/guided-start/samples';
import { refuseField } from '@daybook/contracts/refusals';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { services } from '@daybook/contracts/settings/services/services';
import type { Db } from '../db/database.ts';
import { createRecurringTaskCategory } from '../settings/categories/save-recurring-task-category.ts';
import { createTaskCategory } from '../settings/categories/save-task-category.ts';
import { createDepartment } from '../settings/departments/save-department.ts';
import { createService } from '../settings/services/save-service.ts';
import { usualTaxCode } from '../settings/tax-codes/usual-tax-codes.ts';
import { everySample, nameIn, samplesOf } from './country-samples.ts';
import type { FoundSample } from './country-samples.ts';
import { entityCountries, findExisting, ruleOf } from './samples.queries.ts';
import type { Existing } from './samples.queries.ts';

interface Adding {
  db: Db;
  existing: Existing;
  language: Language;
  country: string;
  taxCodeId: string | null;
}

/** The code with which most services of the country are billed, as it was created with the billing entity. */
async function findTaxCode(db: Db, regime: Regime, country: string): Promise<string | null> {
  const usual = await db
    .selectFrom('taxCode')
    .select('id')
    .where('regime', '=', regime)
    .where('code', '=', usualTaxCode(regime, country) ?? '')
    .executeTakeFirst();
  return usual?.id ?? null;
}

const serviceOf = ({ existing }: Adding, { of }: FoundSample) => existing.find('service', of);

async function addOne(adding: Adding, sample: FoundSample): Promise<{ id: string } | null> {
  const { db, existing, language, country, taxCodeId } = adding;
  const name = nameIn(sample.names, language);
  const { service, once, again } = sample;
  if (service)
    return taxCodeId === null
      ? null
      : createService(
          db,
          services.create.input.parse({
            name,
            taxCodeId,
            departmentId: existing.find('department', sample.of),
            sacHsn: service.sac,
          }),
          language,
        );
  if (once)
    return createTaskCategory(
      db,
      taskCategories.create.input.parse({
        name,
        serviceId: serviceOf(adding, sample),
        slaDays: once.slaDays,
      }),
    );
  if (again)
    return createRecurringTaskCategory(
      db,
      recurringTaskCategories.create.input.parse({
        name,
        titleTemplate: `${name} ${again.token}`,
        serviceId: serviceOf(adding, sample),
        rule: ruleOf(again),
        statutory: again.law !== undefined,
        jurisdiction: again.law === undefined ? null : country,
        description: again.law,
      }),
    );
  return createDepartment(db, departments.create.input.parse({ name }));
}

/**
 * Adds the ticked samples that the firm does not have, in the order of departments, services and work, so that each finds what it
 * belongs to. Refuses REFERENCE_UNKNOWN on `country` without a billing entity there, and on `ticked`.
 */
export async function addSamples(
  db: Db,
  { country, language, ticked }: ParsedInputOf<typeof samples.add>,
): Promise<{ added: number }> {
  // Two people who add the same samples wait for each other, and the second finds them there.
  await sql`select from guided_start for update`.execute(db);
  const entity = (await entityCountries(db)).find((one) => one.country === country);
  if (entity === undefined) throw refuseField('REFERENCE_UNKNOWN', 'country');
  const every = everySample(samplesOf(country));
  if (ticked.some((key) => !every.some((one) => one.key === key)))
    throw refuseField('REFERENCE_UNKNOWN', 'ticked');
  const existing = await findExisting(db);
  const taxCodeId = await findTaxCode(db, entity.regime, country);
  const adding = { db, existing, language, country, taxCodeId };
  let added = 0;
  for (const sample of every) {
    if (!ticked.includes(sample.key) || existing.find(sample.kind, sample.names) !== null) continue;
    const made = await addOne(adding, sample);
    if (made === null) continue;
    existing.add(sample.kind, nameIn(sample.names, language), made.id);
    added += 1;
  }
  return { added };
}
