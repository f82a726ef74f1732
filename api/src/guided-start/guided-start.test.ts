import { guidedStart } from '@daybook/contracts/guided-start/guided-start';
import { samples } from '@daybook/contracts/guided-start/samples';
import type { Sample } from '@daybook/contracts/guided-start/samples';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { fillTokens, yearStartOf } from '@daybook/contracts/recurrence/period';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { dutch, indian } from '../../test/entity-inputs.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { periodOfOccurrence } from '../recurrence/plan-series.ts';
import { everySample, nameIn, samplesOf } from './country-samples.ts';
import { ruleOf } from './samples.queries.ts';

let api: TestApi;
let admin: Caller;
beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterEach(() => api.stop());

const keysOf = (listed: readonly Sample[], kind?: Sample['kind']) =>
  listed.filter((one) => kind === undefined || one.kind === kind).map(({ key }) => key);

const french = {
  ...dutch(),
  country: 'FR',
  timezone: 'Europe/Paris',
  address: { line1: '1 rue de la Paix', city: 'Paris', postal: '75002' },
};

it('the guide ticks what the firm has, until somebody hides it for everyone', async () => {
  const empty = await admin.call(guidedStart.open, {});
  expect(empty).toMatchObject({ isHidden: false, entityId: null });
  expect(new Set(Object.values(empty.done ?? {}))).toEqual(new Set([false]));

  const { id } = await admin.call(billingEntities.create, indian());
  await admin.call(departments.create, { name: 'Tax' });
  await api.as({ userType: 'crm', keys: [] });
  const begun = await admin.call(guidedStart.open, {});
  expect(begun.entityId).toBe(id);
  expect(begun.done).toMatchObject({
    entity: true,
    logo: false,
    bank: false,
    departments: true,
    people: true,
    services: false,
    work: false,
    clients: false,
    invoice: false,
  });

  const { version } = begun;
  expect(await admin.call(guidedStart.save, { isHidden: true }, { version })).toMatchObject({
    isHidden: true,
    done: null,
  });
  expect(await admin.refused(guidedStart.save, { isHidden: false }, { version })).toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  const { version: next } = await admin.call(guidedStart.open, {});
  const again = await admin.call(guidedStart.save, { isHidden: false }, { version: next });
  expect(again.done).toMatchObject({ entity: true });
});

it('only admins see the guide and the samples', async () => {
  const manager = await api.as({ userType: 'manager', keys: ['services', 'task_categories'] });
  expect(await manager.refused(guidedStart.open, {})).toMatchObject({ httpStatus: 403 });
  expect(await manager.refused(samples.list, {})).toMatchObject({ httpStatus: 403 });
});

it('a firm without a billing entity has no samples yet', async () => {
  expect(await admin.call(samples.list, {})).toMatchObject({ country: null, countries: [], samples: [] });
  const add = { country: 'IN', language: 'en' as const, ticked: ['service:gst'] };
  expect((await admin.refused(samples.add, add)).errors).toMatchObject({
    country: [{ code: 'REFERENCE_UNKNOWN' }],
  });
});

it('what is ticked is added once, with its department, service, tax code and due dates', async () => {
  await admin.call(billingEntities.create, indian());
  const { samples: listed } = await admin.call(samples.list, {});
  expect(listed.find(({ key }) => key === 'again:gstr3b')).toMatchObject({
    name: 'GSTR-3B',
    of: 'GST returns',
    isThere: false,
    statutory: true,
    due: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', next: expect.stringMatching(/-20$/) },
  });
  const wish = {
    country: 'IN',
    language: 'en' as const,
    ticked: ['department:tax', 'service:gst', 'again:gstr3b'],
  };
  const both = await Promise.all([admin.call(samples.add, wish), admin.call(samples.add, wish)]);
  expect(new Set(both.map(({ added }) => added))).toEqual(new Set([0, 3]));

  const { rows: sold } = await admin.call(services.list, {});
  expect(sold).toMatchObject([
    {
      name: 'GST returns',
      department: { label: 'Tax' },
      sacHsn: '998231',
      price: null,
      taxCode: { label: expect.stringContaining('18') as string },
    },
  ]);
  const { rows: work } = await admin.call(recurringTaskCategories.list, {});
  expect(work).toMatchObject([
    {
      name: 'GSTR-3B',
      titleTemplate: 'GSTR-3B {month}',
      service: { label: 'GST returns' },
      statutory: true,
      jurisdiction: 'IN',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20', periodOffset: -1, shift: 'none' },
    },
  ]);
  const { samples: after } = await admin.call(samples.list, {});
  expect(keysOf(after.filter(({ isThere }) => isThere))).toEqual(wish.ticked);
});

it('names are in the reader’s language where the country has it, and what is there under another language is not added again', async () => {
  await admin.call(billingEntities.create, french);
  const inFrench = await admin.call(samples.list, { language: 'fr' });
  expect(inFrench).toMatchObject({ country: 'FR', language: 'fr', languages: ['en', 'fr'] });
  const names = inFrench.samples.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Fiscalité', 'Tenue comptable', 'TVA CA3']));
  expect(await admin.call(samples.list, { language: 'ja' })).toMatchObject({ language: 'en' });

  const keys = keysOf(inFrench.samples);
  const all = { country: 'FR', ticked: keys };
  expect(await admin.call(samples.add, { ...all, language: 'fr' })).toEqual({ added: keys.length });
  expect(await admin.call(samples.add, { ...all, language: 'en' })).toEqual({ added: 0 });
});

function sampleOf(country: string, key: string) {
  const again = samplesOf(country).again.find((one) => one.key === key);
  if (!again) throw new Error(`there is no ${key}`);
  return again;
}

/** The period of a sample that is due on the day, in a fiscal year from April. */
function periodOf(country: string, key: string, due: string): string {
  const rule = ruleOf(sampleOf(country, key));
  const series = { kind: 'task' as const, ...rule, startsOn: due };
  const { from, to } = periodOfOccurrence(series, due, yearStartOf(rule, '04-01'));
  return `${from} ${to}`;
}

it('what the law counts by the calendar is for calendar years and their halves, also where the fiscal year begins in April', () => {
  const calendarYear = '2026-01-01 2026-12-31';
  expect(periodOf('JP', 'income-tax', '2027-03-15')).toBe(calendarYear);
  expect(periodOf('JP', 'consumption-tax-individual', '2027-03-31')).toBe(calendarYear);
  expect(periodOf('JP', 'statutory-reports', '2027-01-31')).toBe(calendarYear);
  expect(periodOf('JP', 'social-insurance', '2026-07-10')).toBe(calendarYear);
  expect(periodOf('JP', 'withholding-half', '2027-01-10')).toBe('2026-07-01 2026-12-31');
  expect(periodOf('FR', 'cfe', '2026-12-15')).toBe(calendarYear);
  expect(periodOf('CN', 'iit-year', '2027-06-30')).toBe(calendarYear);
  // The years of a company are its own.
  expect(periodOf('JP', 'corporate-tax', '2027-05-31')).toBe('2026-04-01 2027-03-31');
});

it.each([
  ['JP', 'withholding-half', '2027-01-10', 'ja', '源泉所得税の納付（納期の特例） 2026/07～2026/12'],
  ['JP', 'social-insurance', '2027-07-10', 'ja', '算定基礎届 2027'],
  ['GB', 'vat', '2027-02-07', 'en', 'VAT return October – December 2026'],
  ['IN', 'tds-statement', '2027-01-31', 'en', 'TDS returns (24Q, 26Q) Q3 2026-27'],
] as const)('the work of a part of a year names its year: %s, %s', (country, key, due, language, title) => {
  const again = sampleOf(country, key);
  const fyStart = yearStartOf(ruleOf(again), '04-01');
  const template = `${nameIn(again.name, language)} ${again.token}`;
  const [from = '', to = ''] = periodOf(country, key, due).split(' ');
  expect(fillTokens(template, { from, to }, { language, country, fyStart })).toBe(title);
});

it('an unknown key is refused, and nothing is added', async () => {
  await admin.call(billingEntities.create, dutch());
  const ticked = ['service:tax', 'again:gstr3b'];
  const refusal = await admin.refused(samples.add, { country: 'NL', language: 'en', ticked });
  expect(refusal.errors).toMatchObject({ ticked: [{ code: 'REFERENCE_UNKNOWN' }] });
  expect((await admin.call(services.list, {})).rows).toEqual([]);
});

it('every sample of every country can be added', async () => {
  const postal = { IN: '400001', FR: '75002', JP: '100-0001', GB: 'SW1A 1AA', CN: '100000', US: '10001' };
  await admin.call(billingEntities.create, indian());
  for (const [country, code] of Object.entries(postal)) {
    if (country === 'IN') continue;
    const regime = country === 'FR' ? 'EU' : (country as 'JP');
    const address = { line1: '1', city: 'City', postal: code, regionCode: country === 'US' ? 'US-NY' : null };
    await admin.call(billingEntities.create, { ...dutch(), country, regime, address });
  }
  await admin.call(billingEntities.create, dutch());
  const { countries } = await admin.call(samples.list, {});
  expect(countries).toEqual([...Object.keys(postal), 'NL']);
  for (const country of countries) {
    const { samples: listed, languages } = await admin.call(samples.list, { country });
    expect(keysOf(listed)).toEqual(everySample(samplesOf(country)).map(({ key }) => key));
    expect(listed.filter(({ kind, due }) => kind === 'recurring_task_category' && !due?.next)).toEqual([]);
    expect(listed.filter(({ kind, of }) => kind !== 'department' && of === null)).toEqual([]);
    const missing = listed.filter(({ isThere }) => !isThere).length;
    const keys = keysOf(listed);
    const added = await admin.call(samples.add, {
      country,
      language: languages.at(-1) ?? 'en',
      ticked: keys,
    });
    expect(added).toEqual({ added: missing });
  }
});
