import { z } from 'zod';
import { Email, Phone, Reference, Uuid, Version, optionalText, requiredText } from '../../fields.ts';
import type { Language } from '../../fields.ts';
import { settingEndpoints } from '../../usual-endpoints.ts';

/** Where the public enquiry form is, on the origin of the site (docs/rules.md#the-enquiry-form). */
export const enquiryFormPath = '/enquire';

/** Who gets an enquiry: one person, the chosen people in turn, or the head of the service’s department. */
export const ownerRules = ['fixed', 'round_robin', 'department'] as const;
export type OwnerRule = (typeof ownerRules)[number];

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** What a visitor sends. The page sends empty fields too; they count as absent. */
const visitorFields = {
  name: requiredText(120),
  company: optionalText(200),
  /** Either this or `phone` is required. */
  email: nullable(Email),
  phone: nullable(Phone),
  serviceIds: z.array(Uuid).max(50),
  message: requiredText(4000),
};

/** The schema of the form. Where the firm asks for consent, it has to be given. */
export const enquiryPost = (asksConsent: boolean) =>
  z
    .strictObject({
      ...visitorFields,
      consent: asksConsent ? z.literal(true, 'CONSENT_REQUIRED') : z.boolean(),
    })
    .refine(({ email, phone }) => email !== null || phone !== null, {
      path: ['email'],
      message: 'EMAIL_OR_PHONE',
      // Checked even if other fields are invalid, so that all faults are shown at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    });
export type EnquiryPost = z.output<ReturnType<typeof enquiryPost>>;

/** A name or an address of a host: `URL` also lets pass what would end the list of origins in a header, such as `;`. */
const originFormat = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** The origin of an address without a path, as browsers write it; null for anything else. */
function originOf(value: string): string | null {
  const url = URL.canParse(value.trim()) ? new URL(value.trim()) : null;
  return url !== null && originFormat.test(url.origin) && url.href === `${url.origin}/` ? url.origin : null;
}

/** The origins of the pages that may show the form in a frame, such as `https://www.example.com`. */
const FrameOrigins = z
  .array(z.string().max(200))
  .max(20)
  .transform((values, context) => {
    const origins = values.map(originOf).filter((origin) => origin !== null);
    if (origins.length < values.length) context.addIssue({ code: 'custom', message: 'ORIGIN_INVALID' });
    return origins;
  });

/** The text of the firm, in the languages in which it has written it. */
const textByLanguage = (max: number) =>
  z.strictObject({
    en: optionalText(max),
    zh: optionalText(max),
    fr: optionalText(max),
    ja: optionalText(max),
  } satisfies Record<Language, z.ZodType>);

const setting = {
  active: z.boolean(),
  /** What the visitor agrees to. Without a text, the form asks for no consent. A missing language gets the first text there is. */
  consent: textByLanguage(2000),
  origins: FrameOrigins,
  ownerRule: z.enum(ownerRules),
};

export const EnquiryFormSetting = z.object({
  version: Version,
  active: z.boolean(),
  /** The billing entity whose name and logo the page shows. */
  entity: Reference.nullable(),
  /** The services that the visitor can choose from, in their order. */
  services: z.array(Reference),
  consent: textByLanguage(2000),
  origins: z.array(z.string()),
  ownerRule: z.enum(ownerRules),
  /** Who gets the enquiries; with the other rules, those that the rule gives to nobody. */
  owner: Reference.nullable(),
  /** Who gets them in turn. */
  owners: z.array(Reference),
});
export type EnquiryFormSetting = z.infer<typeof EnquiryFormSetting>;

export const enquiryForm = {
  /** An active form needs `entityId` and `ownerId`, and people to take turns where the rule says so. */
  ...settingEndpoints(
    '/settings/enquiry-form',
    { read: 'setting', save: 'setting' },
    {
      input: z.object({
        ...setting,
        entityId: nullable(Uuid),
        serviceIds: z.array(Uuid).max(50),
        ownerId: nullable(Uuid),
        ownerIds: z.array(Uuid).max(50),
      }),
      output: EnquiryFormSetting,
    },
  ),
};
