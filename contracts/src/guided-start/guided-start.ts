import { z } from 'zod';
import { forAdmins } from '../endpoint.ts';
import { Uuid, Version } from '../fields.ts';
import { settingEndpoints } from '../usual-endpoints.ts';

/** What a firm sets up before its first invoice, in order. */
export const thingsToSetUp = [
  'entity',
  'logo',
  'bank',
  'mail',
  'departments',
  'people',
  'services',
  'work',
  'clients',
  'invoice',
] as const;
export type ThingToSetUp = (typeof thingsToSetUp)[number];

const Setting = z.object({ isHidden: z.boolean(), version: Version });

/** The guide that leads an empty firm to its first invoice. */
export const GuidedStart = Setting.extend({
  /** Null while the guide is hidden. */
  done: z.record(z.enum(thingsToSetUp), z.boolean()).nullable(),
  /** The firm's first billing entity, for its logo and its bank account. */
  entityId: Uuid.nullable(),
});
export type GuidedStart = z.infer<typeof GuidedStart>;

export const guidedStart = {
  /** Hides the guide from everyone, or shows it again. */
  ...settingEndpoints(
    '/guided-start',
    { read: forAdmins, save: forAdmins },
    { input: z.object({ isHidden: z.boolean() }), output: GuidedStart },
  ),
};
