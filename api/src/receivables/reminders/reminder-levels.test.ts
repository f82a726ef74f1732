import { languages } from '@daybook/contracts/fields';
import type { InputOf } from '@daybook/contracts/endpoint';
import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { uuidv7 } from 'uuidv7';
import { dutch } from '../../../test/entity-inputs.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ keys: ['billing_entity.add', 'billing_entity.edit'] });
});
afterAll(() => api.stop());

type Levels = InputOf<typeof reminderLevels.edit>['levels'];
const newEntity = async (more = {}) => (await admin.call(billingEntities.create, { ...dutch(), ...more })).id;
const two: Levels = [
  { name: 'Note', offsetDays: -5 },
  { name: 'Ask', offsetDays: 3, minDays: 4 },
];

const withText = (subject: string, body: string): Levels => [
  { name: 'Ask', offsetDays: 3, templates: { en: { subject, body }, zh: null, fr: null, ja: null } },
];

it('a new billing entity begins with a note and three levels in its language, usual texts in all languages, and reminders off', async () => {
  for (const docLocale of languages) {
    const id = await newEntity({ docLocale });
    const settings = await admin.call(reminderLevels.open, { id });
    expect(settings).toMatchObject({ mode: 'off', hour: 9, calendar: null, remindFrom: null, version: 1 });
    expect(settings.levels.map(({ no, offsetDays, channel, fee }) => [no, offsetDays, channel, fee])).toEqual(
      [
        [0, -3, 'mail', null],
        [1, 7, 'mail', null],
        [2, 21, 'mail', null],
        [3, 35, 'mail', null],
      ],
    );
    const names = settings.levels.map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(names[1]).toBe(
      { en: 'First reminder', fr: 'Première relance', zh: '第一次催款', ja: '第1回督促' }[docLocale],
    );
    const texts = settings.levels.flatMap(({ usualTemplates }) =>
      languages.map((one) => usualTemplates[one].body),
    );
    expect(new Set(texts).size).toBe(4 * languages.length);
    for (const level of settings.levels)
      for (const language of languages)
        await admin.call(reminderLevels.preview, {
          id,
          language,
          template: level.usualTemplates[language],
          levelName: level.name,
        });
  }
});

it('levels are replaced as a whole and numbered in the order of their days, and a stale form is refused', async () => {
  const id = await newEntity();
  const template = { subject: 'Please pay {{totals}}', body: 'Dear {{contact}},\n\n{{documents}}' };
  const levels: Levels = [
    ...two,
    {
      name: 'Call',
      offsetDays: 30,
      channel: 'call',
      templates: { en: template, zh: null, fr: null, ja: null },
    },
  ];
  const edited = await admin.call(
    reminderLevels.edit,
    { id, mode: 'send', hour: 7, remindFrom: 500, levels },
    { version: 1 },
  );
  expect(edited).toMatchObject({ version: 2, mode: 'send', hour: 7, remindFrom: 500 });
  expect(edited.levels.map(({ no, name, minDays }) => [no, name, minDays])).toEqual([
    [0, 'Note', 7],
    [1, 'Ask', 4],
    [2, 'Call', 7],
  ]);
  expect(edited.levels[2]?.templates.en).toEqual(template);
  expect(await admin.call(reminderLevels.open, { id })).toEqual(edited);
  const late = await admin.refused(reminderLevels.edit, { id, levels: [] }, { version: 1 });
  expect(late).toMatchObject({ httpStatus: 412, code: 'VERSION_CONFLICT' });
  // The days of two levels change places, and a level goes.
  const swapped = await admin.call(
    reminderLevels.edit,
    {
      id,
      levels: [
        { name: 'First', offsetDays: 3 },
        { name: 'Second', offsetDays: 30 },
      ],
    },
    { version: 2 },
  );
  expect(swapped.levels.map(({ no, offsetDays }) => [no, offsetDays])).toEqual([
    [1, 3],
    [2, 30],
  ]);
});

it('levels whose days do not increase, unknown placeholders, and a fee without a tax code are refused on their field', async () => {
  const id = await newEntity();
  const cases: [Partial<InputOf<typeof reminderLevels.edit>>, string, string][] = [
    [{ levels: two.toReversed() }, 'levels.1.offsetDays', 'NOT_INCREASING'],
    [{ levels: two.map((one) => ({ ...one, offsetDays: 3 })) }, 'levels.1.offsetDays', 'NOT_INCREASING'],
    [
      { levels: withText('{{totals}} {{ amount }}', 'x') },
      'levels.0.templates.en.subject',
      'PLACEHOLDER_UNKNOWN',
    ],
    [{ levels: withText('x', '{{constructor}}') }, 'levels.0.templates.en.body', 'PLACEHOLDER_UNKNOWN'],
    [{ levels: [{ name: 'Ask', offsetDays: 3, fee: 100 }] }, 'feeTaxCodeId', 'REQUIRED'],
    [{ levels: two, hour: 24 }, 'hour', 'TOO_BIG'],
    [{ levels: [{ name: 'Ask', offsetDays: 3, minDays: 0 }] }, 'levels.0.minDays', 'TOO_SMALL'],
    [{ levels: two, calendarId: uuidv7() }, 'calendarId', 'REFERENCE_UNKNOWN'],
    [{ levels: two, feeTaxCodeId: uuidv7() }, 'feeTaxCodeId', 'REFERENCE_UNKNOWN'],
  ];
  for (const [input, field, code] of cases) {
    const refused = await admin.refused(reminderLevels.edit, { id, levels: two, ...input }, { version: 1 });
    expect([field, refused.errors?.[field]?.[0]?.code]).toEqual([field, code]);
  }
  expect(await admin.call(reminderLevels.open, { id })).toMatchObject({ version: 1 });
});

it('a preview fills in every placeholder, and shows what people typed as text', async () => {
  const id = await newEntity({ legalName: '<b>Fils</b> {{totals}}' });
  const shown = await admin.call(reminderLevels.preview, {
    id,
    language: 'en',
    template: {
      subject: '{{level}} of {{entity}}',
      body: 'Dear {{contact}} at {{client}},\n{{totals}} is due since {{days}} days.\n\n{{documents}}\n\n{{bank}}\n\n{{sender}}',
    },
    levelName: '<i>Ask</i>',
  });
  expect(shown.subject).toBe('<i>Ask</i> of <b>Fils</b> {{totals}}');
  expect(shown.body).toContain('€1,650.00 is due since 32 days.');
  expect(shown.body).toContain('2026-0041 · 16 April 2026 · 32 · €1,200.00');
  expect(shown.html).not.toMatch(/<[ib]>|<(script|img|link|a) /);
});
