import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import {
  Amount,
  ById,
  LanguageCode,
  MinorUnits,
  Reference,
  Uuid,
  Version,
  requiredText,
} from '../../fields.ts';
import { inEachLanguage, mailTemplate } from '../../mail-template.ts';
import { usualTexts } from './level-numbers.ts';

/** Whether reminders go out by themselves: `propose` only shows in the worklist what would. */
export const dunningModes = ['off', 'propose', 'send'] as const;
/** `call` plans the next action of the responsible person. */
export const reminderChannels = ['mail', 'letter', 'call'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

export const mostLevels = 12;

/** What a template can name: `{{client}}`. The documents and the bank are tables and lists, which stand in a paragraph of their own. */
export const reminderTokens = [
  'client',
  'contact',
  'entity',
  'sender',
  'level',
  'days',
  'totals',
  'documents',
  'bank',
] as const;
export type ReminderToken = (typeof reminderTokens)[number];

export const ReminderTemplate = mailTemplate(reminderTokens);
export type ReminderTemplate = z.infer<typeof ReminderTemplate>;

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

const level = {
  name: requiredText(80),
  /** Days after the due date; negative: before it. */
  offsetDays: z.int().min(-60).max(730),
  channel: z.enum(reminderChannels).default('mail'),
  /** The fewest days since the last reminder of any level. */
  minDays: z.int().min(1).max(365).default(7),
  attachStatement: z.boolean().default(false),
  attachInvoices: z.boolean().default(false),
  /** Proposed as a pending item when the reminder is sent, in the base currency; null: none. */
  fee: absent(Amount.min(1)),
};

const ReminderLevelInput = z.strictObject({
  ...level,
  /** Null: the usual text of the level. */
  templates: inEachLanguage(absent(ReminderTemplate)).default({ en: null, zh: null, fr: null, ja: null }),
});
export type ReminderLevelInput = z.infer<typeof ReminderLevelInput>;

export const ReminderLevel = z.object({
  /** 1 is the first level after the due date, 0 the note before it. */
  no: z.int(),
  ...level,
  fee: MinorUnits.nullable(),
  templates: inEachLanguage(ReminderTemplate.nullable()),
  /** The texts that are used where `templates` has none. */
  usualTemplates: inEachLanguage(ReminderTemplate),
});
export type ReminderLevel = z.infer<typeof ReminderLevel>;

const setting = {
  mode: z.enum(dunningModes).default('off'),
  /** The hour of the run, in the zone of the billing entity. */
  hour: z.int().min(0).max(23).default(9),
};

export const ReminderSettings = z.object({
  version: Version,
  entity: Reference,
  currency: z.string(),
  timezone: z.string(),
  ...setting,
  /** The holiday calendar; null: Monday to Friday are working days. */
  calendar: Reference.nullable(),
  /** Nobody is reminded of this amount or less; null: `writeOffLimit`. */
  remindFrom: MinorUnits.nullable(),
  writeOffLimit: MinorUnits,
  feeTaxCode: Reference.nullable(),
  levels: z.array(ReminderLevel),
  /** The usual texts, for levels that are not saved yet. */
  usual: z.record(z.enum(usualTexts), inEachLanguage(ReminderTemplate)),
});
export type ReminderSettings = z.infer<typeof ReminderSettings>;

const allow = 'billing_entity.edit';
const path = '/billing-entities/:id/reminders';

/** How a billing entity reminds its clients. `id` is that of the billing entity. */
export const reminderLevels = {
  open: endpoint({ method: 'GET', path, allow, input: ById, output: ReminderSettings }),
  /** Replaces the settings and all levels, which stand in the order of their days. */
  edit: endpoint({
    method: 'PATCH',
    path,
    allow,
    versioned: true,
    input: ById.extend({
      ...setting,
      calendarId: absent(Uuid),
      remindFrom: absent(Amount),
      feeTaxCodeId: absent(Uuid),
      levels: z.array(ReminderLevelInput).max(mostLevels),
    }).superRefine(({ levels, feeTaxCodeId }, context) => {
      for (const [index, { offsetDays, fee }] of levels.entries()) {
        const before = levels[index - 1];
        if (before && offsetDays <= before.offsetDays)
          context.addIssue({
            code: 'custom',
            path: ['levels', index, 'offsetDays'],
            message: 'NOT_INCREASING',
          });
        if (fee !== null && feeTaxCodeId === null)
          context.addIssue({ code: 'custom', path: ['feeTaxCodeId'], message: 'REQUIRED' });
      }
    }),
    output: ReminderSettings,
  }),
  /** A template filled in for a client and two documents that do not exist. */
  preview: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    allow,
    reads: true,
    input: ById.extend({
      language: LanguageCode,
      template: ReminderTemplate,
      levelName: requiredText(80),
    }),
    /** `html` loads nothing, and is shown in a sandboxed frame. */
    output: z.object({ subject: z.string(), body: z.string(), html: z.string() }),
  }),
};
