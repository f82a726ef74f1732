import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, Instant, LanguageCode, Uuid, requiredText, text } from '../fields.ts';
import { ListColumns } from '../list-columns.ts';
import { SavedView } from '../saved-views.ts';
import { FirmMark } from '../settings/firm/firm.ts';
import { scopes, userTypes } from '../permissions.ts';
import { sessionCalls } from './session-calls.ts';

/** The steps that a session may require of its owner first. */
export const requiredSteps = ['change_password', 'enrol_totp'] as const;
export type RequiredStep = (typeof requiredSteps)[number];

/** What the browser may know about the signed-in person. */
export const Me = z.object({
  id: Uuid,
  name: z.string(),
  email: z.string(),
  userType: z.enum(userTypes),
  roles: z.array(z.string()),
  halfCheckedRoles: z.array(z.string()),
  scope: z.enum(scopes),
  permVersion: z.int(),
  locale: LanguageCode,
  hasPhoto: z.boolean(),
  /**
   * The required step, if there is one (docs/rules.md#required-steps). Until it is done, all other calls are refused
   * with the code of the same name.
   */
  must: z.enum(requiredSteps).nullable(),
  /** The display options that the person last chose, on any machine; null if they never chose any. */
  appearance: z.record(z.string(), z.unknown()).nullable(),
  /** For admins: since when the installation is held (docs/rules.md#held-installation). Null for everyone else. */
  heldSince: Instant.nullable(),
  /** For admins: how many findings the last ledger check had. An older server does not say it. */
  bookFindings: z.int().optional(),
  /** What the shell shows of the firm; an older server does not say it. */
  firm: FirmMark.optional(),
  /** The country of the first billing entity, whose way of writing dates and numbers applies to people who chose none; null without an entity. */
  firmCountry: z.string().nullish(),
  /**
   * The columns and the views with which lists begin, so that a page that opens need not ask for them. Not during a required step, nor from an
   * older server.
   */
  lists: z
    .object({ columns: z.array(ListColumns), views: z.record(z.string(), z.array(SavedView)) })
    .optional(),
});
export type Me = z.infer<typeof Me>;

/** 12 to 128 characters, without composition rules. The server refuses common passwords (docs/rules.md#passwords). */
export const NewPassword = z.string().min(12).max(128);

export const session = {
  login: endpoint({
    ...sessionCalls.login,
    /** `otp` or `recovery` is needed if the password alone was answered with AUTH_OTP_REQUIRED. */
    input: z.object({
      email: Email,
      password: z.string().min(1).max(128),
      otp: text(20).optional(),
      recovery: text(40).optional(),
    }),
    output: z.object({ token: z.string() }),
  }),
  me: endpoint({
    ...sessionCalls.me,
    input: z.object({}),
    output: Me,
  }),
  logout: endpoint({
    ...sessionCalls.logout,
    input: z.object({}),
    output: z.object({}),
  }),
  /** Whether the first super admin has yet to be created. */
  setupState: endpoint({
    ...sessionCalls.setupState,
    input: z.object({}),
    output: z.object({ needed: z.boolean(), firm: FirmMark }),
  }),
  setup: endpoint({
    method: 'POST',
    path: '/auth/setup',
    allow: 'public',
    reads: true,
    input: z.object({
      code: z.string().trim().min(1).max(100),
      name: requiredText(120),
      email: Email,
      password: NewPassword,
      locale: LanguageCode.default('en'),
    }),
    output: z.object({ token: z.string() }),
  }),
};
