import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Sample, SampleKind, samples } from '@daybook/contracts/guided-start/samples';
import { addDays } from '@daybook/contracts/plain-date';
import { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { Db } from '../db/database.ts';
import { aroundTerms } from '../recurrence/around-series.ts';
import { occurrencesAfter } from '../recurrence/plan-series.ts';
import { todaysDate } from '../settings/todays-date.ts';
import { everySample, languagesOf, nameIn, samplesOf } from './country-samples.ts';
import type { FoundSample } from './country-samples.ts';
import type { AgainSample, Names } from './sample.ts';

/** The ids of the firm's departments, services and categories by kind and name; names count without case. */
export class Existing {
  readonly #ids = new Map<string, string>();

  add(kind: SampleKind, name: string, id: string): void {
    this.#ids.set(`${kind} ${name.toLowerCase()}`, id);
  }

  /** The id of the record that has one of these names, in any language. */
  find(kind: SampleKind, names: Names | null): string | null {
    const known = Object.values(names ?? {}).map((name) => this.#ids.get(`${kind} ${name.toLowerCase()}`));
    return known.find((id) => id !== undefined) ?? null;
  }
}

export async function findExisting(db: Db): Promise<Existing> {
  const { rows } = await sql<{ kind: SampleKind; name: string; id: string }>`
    select 'department' as kind, name, id from department
    union all select 'service', name, id from service
    union all select 'task_category', name, id from task_category
    union all select 'recurring_task_category', name, id from recurring_task_category`.execute(db);
  const existing = new Existing();
  for (const { kind, name, id } of rows) existing.add(kind, name, id);
  return existing;
}

/** The countries of the firm's active billing entities, the first entity's first, each with the regime of its first entity. */
export async function entityCountries(db: Db) {
  const entities = await db
    .selectFrom('billingEntity')
    .select(['country', 'regime'])
    .where('active', '=', true)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return entities
    .filter(({ country }, index) => entities.findIndex((one) => one.country === country) === index)
    .map(({ country, regime }) => ({ country, regime: Regime.parse(regime) }));
}

/** The rule as a category stores it. */
export const ruleOf = ({ rrule, shift, leadDays, isOfThisPeriod, calendarYear }: AgainSample) => ({
  rrule,
  shift,
  calendarId: null,
  leadDays,
  periodOffset: isOfThisPeriod ? (0 as const) : (-1 as const),
  ...(calendarYear && { calendarYear }),
});

async function dueOf(db: Db, again: AgainSample): Promise<Sample['due']> {
  const rule = ruleOf(again);
  const yesterday = addDays(todaysDate(), -1);
  const [next] = occurrencesAfter(
    { kind: 'task', ...rule, startsOn: todaysDate(), lastOn: null },
    await aroundTerms(db, rule),
    { after: yesterday, most: 1 },
  );
  return { rrule: again.rrule, next: next?.due ?? null };
}

const shownSample = async (
  db: Db,
  { key, kind, names, of, again }: FoundSample,
  existing: Existing,
  language: Language,
): Promise<Sample> => ({
  key,
  kind,
  name: nameIn(names, language),
  isThere: existing.find(kind, names) !== null,
  of: of && nameIn(of, language),
  due: again ? await dueOf(db, again) : null,
  statutory: again?.law !== undefined,
});

/** The samples of a country, with what the firm has already. */
export async function listSamples(
  db: Db,
  asked: ParsedInputOf<typeof samples.list>,
  reader: Language,
): Promise<OutputOf<typeof samples.list>> {
  const countries = (await entityCountries(db)).map(({ country }) => country);
  const country = asked.country ?? countries[0] ?? null;
  const own = samplesOf(country ?? '');
  const languages = languagesOf(own);
  const wanted = asked.language ?? reader;
  const language = languages.includes(wanted) ? wanted : 'en';
  const existing = await findExisting(db);
  const found = country === null ? [] : everySample(own);
  return {
    country,
    language,
    countries,
    languages,
    samples: await Promise.all(found.map((one) => shownSample(db, one, existing, language))),
  };
}
