import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { Version, optionalText } from '../../fields.ts';
import { settingEndpoints } from '../../usual-endpoints.ts';
import { firmLogoPath } from './firm-logo.ts';

/** What everybody sees of the firm: on the sign-in page, above the menu, and as the sender of mails. */
export const FirmMark = z.object({
  /** Null for the name of the program. */
  name: z.string().nullable(),
  /** Changes with the logo, for its address; null without a logo. */
  logo: z.int().nullable(),
});
export type FirmMark = z.infer<typeof FirmMark>;

export const FirmSettings = z.object({
  version: Version,
  ...FirmMark.shape,
  /** Whether unbilled hours become pending items at the end of each month. */
  proposesHours: z.boolean(),
  /** Whether hours are billed only once their week is approved. */
  billsApprovedWeeks: z.boolean(),
});
export type FirmSettings = z.infer<typeof FirmSettings>;

export const firm = {
  ...settingEndpoints(
    '/settings/firm',
    { read: forAdmins, save: forAdmins },
    {
      // Screens of an earlier release do not know how hours are billed: it stays as it is then.
      input: z.object({
        name: optionalText(120),
        proposesHours: z.boolean().optional(),
        billsApprovedWeeks: z.boolean().optional(),
      }),
      output: FirmSettings,
    },
  ),
  /** The sign-in page shows it, so everybody may read it. `v` only makes a new address for a new logo. */
  logo: endpoint({
    method: 'GET',
    path: firmLogoPath,
    allow: 'public',
    file: true,
    input: z.object({ v: z.string().max(20).optional() }),
    output: fileOutput,
  }),
  /**
   * Sets the logo: PNG or JPEG, at most 300 KB; null removes it. There is no version, because the logo is not part of the form and must
   * not make an open form stale.
   */
  putLogo: endpoint({
    method: 'PUT',
    path: '/settings/firm/logo',
    allow: forAdmins,
    input: z.object({ image: z.base64().max(409_600, 'IMAGE_TOO_LARGE').nullable() }),
    output: FirmMark,
  }),
};
