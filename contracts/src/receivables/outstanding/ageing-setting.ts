import { z } from 'zod';
import { Version } from '../../fields.ts';
import { settingEndpoints } from '../../usual-endpoints.ts';

/** More buckets than these no screen and no sheet has room for. */
export const mostBuckets = 8;

/** The last day of each bucket but the last one, which is open: 30, 60, 90 makes 1–30, 31–60, 61–90 and over 90. */
const Bounds = z
  .array(z.int().min(1).max(3650))
  .min(1)
  .max(mostBuckets - 1)
  .refine((bounds) => bounds.every((bound, index) => bound > (bounds[index - 1] ?? 0)), 'BOUNDS_INCREASE');

export const AgeingSetting = z.object({ bounds: Bounds, version: Version });
export type AgeingSetting = z.infer<typeof AgeingSetting>;

/** The buckets of the firm, by which every report ages what clients owe. */
export const ageingSetting = {
  ...settingEndpoints(
    '/settings/ageing',
    { read: 'signedIn', save: 'setting' },
    { input: z.object({ bounds: Bounds }), output: AgeingSetting },
  ),
};
