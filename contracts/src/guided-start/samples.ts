import { z } from 'zod';
import { endpoint, forAdmins } from '../endpoint.ts';
import { CountryCode, LanguageCode, PlainDate } from '../fields.ts';

export const sampleKinds = ['department', 'service', 'task_category', 'recurring_task_category'] as const;
export type SampleKind = (typeof sampleKinds)[number];

/** A record that many firms of a country have. */
export const Sample = z.object({
  key: z.string(),
  kind: z.enum(sampleKinds),
  name: z.string(),
  /** Whether the firm has a record of this kind and name, so that it is not added again. */
  isThere: z.boolean(),
  /** The name of the service that the work is billed as; of a service, its department. */
  of: z.string().nullable(),
  /** When recurring work falls due: an RFC 5545 rule, and its next due date. */
  due: z.object({ rrule: z.string(), next: PlainDate.nullable() }).nullable(),
  /** Whether the due date is set by law. */
  statutory: z.boolean(),
});
export type Sample = z.infer<typeof Sample>;

const chosen = { country: CountryCode, language: LanguageCode };
/** Departments, services and work to begin with. Nothing is added without a tick. */
export const samples = {
  list: endpoint({
    method: 'GET',
    path: '/samples',
    allow: forAdmins,
    /** Without a country: that of the firm's first billing entity. Without a language: that of the reader, where it has names. */
    input: z.object(chosen).partial(),
    output: z.object({
      /** Null while the firm has no billing entity. */
      country: z.string().nullable(),
      language: LanguageCode,
      /** The countries of the firm's billing entities, and the languages of the names. */
      countries: z.array(z.string()),
      languages: z.array(LanguageCode),
      samples: z.array(Sample),
    }),
  }),
  /** Adds those that are not there. Refuses REFERENCE_UNKNOWN on a country without a billing entity, and on a sample that the country does not have. */
  add: endpoint({
    method: 'POST',
    path: '/samples',
    allow: forAdmins,
    input: z.object({ ...chosen, ticked: z.array(z.string().max(60)).min(1).max(100) }),
    output: z.object({ added: z.int() }),
  }),
};
