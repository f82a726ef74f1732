import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileOutput } from '../file-output.ts';
import { Email, Instant, LanguageCode, Phone, Uuid, Version, requiredText } from '../fields.ts';
import { enquiryViews } from '../crm/enquiries/enquiry-views.ts';
import { taskViews } from '../tasks/tasks/task-views.ts';
import { NewPassword } from './session.ts';

/** Six digits from an authenticator app. */
export const Otp = z
  .string()
  .trim()
  .transform((value) => value.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'OTP_FORMAT'));

/** What proves that it is the person: the password and, where two factors are on, a code of the app or a recovery code. */
const ownProof = {
  password: z.string().min(1).max(128),
  code: z.string().trim().max(20).optional(),
};

export const Profile = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  locale: LanguageCode,
  hasPhoto: z.boolean(),
  hasTotp: z.boolean(),
  /** The number of unused recovery codes. */
  recoveryLeft: z.int(),
  passwordChangedAt: Instant.nullable(),
});
export type Profile = z.infer<typeof Profile>;

export const OpenSession = z.object({
  id: Uuid,
  startedAt: Instant,
  lastSeenAt: Instant,
  /** The browser's user agent string. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const signInOutcomes = [
  'signed_in',
  'wrong_password',
  'wrong_code',
  'delayed',
  'other_network',
] as const;
export const SignIn = z.object({
  id: Uuid,
  at: Instant,
  outcome: z.enum(signInOutcomes),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
});
export type SignIn = z.infer<typeof SignIn>;

/** A person's display options, stored on the server so that they apply on every machine (docs/rules.md#display-options). */
export const Appearance = z.strictObject({
  navCollapsed: z.boolean(),
  sideNavTheme: z.enum(['light', 'dark']),
  locale: LanguageCode,
  navType: z.enum(['side', 'top']),
  topNavColor: z.string().regex(/^(|#[0-9a-f]{6})$/),
  headerNavColor: z.string().regex(/^(|#[0-9a-f]{6})$/),
  currentTheme: z.enum(['light', 'dark']),
  direction: z.enum(['ltr', 'rtl']),
  /** The country whose formats apply; null for those of the language, absent for those of the firm’s country. */
  region: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .optional(),
  /** The last chosen view of the task list; absent if the person never chose one. */
  taskView: z.enum(taskViews).optional(),
  /** The same of the list of enquiries. */
  enquiryView: z.enum(enquiryViews).optional(),
});
export type Appearance = z.infer<typeof Appearance>;

export const linkPurposes = ['invitation', 'reset'] as const;
const LinkToken = z.string().regex(/^[\w-]{43}$/, 'LINK_FORMAT');
const done = z.object({});

/** The caller's own account. No permission is needed, because all of it belongs to the caller. */
export const account = {
  open: endpoint({
    method: 'GET',
    path: '/auth/profile',
    allow: 'signedIn',
    duringRequiredStep: true,
    input: z.object({}),
    output: Profile,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/auth/profile',
    allow: 'signedIn',
    versioned: true,
    input: z.object({
      name: requiredText(120),
      phone: Phone.nullish().transform((value) => value ?? null),
      locale: LanguageCode,
    }),
    output: Profile,
  }),
  /** Replaces the display options. The last write wins, without a version, because only their owner changes them. */
  putAppearance: endpoint({
    method: 'PUT',
    path: '/auth/appearance',
    allow: 'signedIn',
    input: Appearance,
    output: done,
  }),
  photo: endpoint({
    method: 'GET',
    path: '/auth/photo',
    allow: 'signedIn',
    file: true,
    input: z.object({}),
    output: fileOutput,
  }),
  /** Sets the caller's photo: PNG or JPEG, at most 300 KB. Null removes it. */
  putPhoto: endpoint({
    method: 'PUT',
    path: '/auth/photo',
    allow: 'signedIn',
    input: z.object({ image: z.base64().max(409_600, 'IMAGE_TOO_LARGE').nullable() }),
    output: z.object({ hasPhoto: z.boolean() }),
  }),
  /** Ends all other sessions. Refuses PASSWORD_WRONG on `current`, PASSWORD_COMMON and PASSWORD_SAME on `next`. */
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    allow: 'signedIn',
    reads: true,
    duringRequiredStep: true,
    input: z.object({ current: z.string().min(1).max(128), next: NewPassword }),
    output: done,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    allow: 'signedIn',
    input: z.object({}),
    output: z.object({ rows: z.array(OpenSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    allow: 'signedIn',
    input: z.object({ id: Uuid }),
    output: done,
  }),
  /** Ends all sessions except the one that the caller is using. */
  endOthers: endpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    allow: 'signedIn',
    input: z.object({}),
    output: z.object({ ended: z.int() }),
  }),
  /** The last fifty sign-ins, newest first. */
  signIns: endpoint({
    method: 'GET',
    path: '/auth/sign-ins',
    allow: 'signedIn',
    input: z.object({}),
    output: z.object({ rows: z.array(SignIn) }),
  }),
  /**
   * Creates a secret for two-factor sign-in. It takes effect once `confirmTotp` confirms it. Refuses PASSWORD_WRONG and, where two
   * factors are on already, REQUIRED and OTP_WRONG on `code`.
   */
  beginTotp: endpoint({
    method: 'POST',
    path: '/auth/totp',
    allow: 'signedIn',
    reads: true,
    duringRequiredStep: true,
    input: z.object(ownProof),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  /** Switches two-factor sign-in on. Only this answer shows the recovery codes. Refuses OTP_WRONG on `otp`. */
  confirmTotp: endpoint({
    method: 'POST',
    path: '/auth/totp/confirm',
    allow: 'signedIn',
    reads: true,
    duringRequiredStep: true,
    input: z.object({ otp: Otp }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  /**
   * Switches two-factor sign-in off. Refuses PASSWORD_WRONG, REQUIRED and OTP_WRONG on `code`, and TOTP_ENFORCED if the firm requires
   * two factors for the person's type.
   */
  endTotp: endpoint({
    method: 'POST',
    path: '/auth/totp/end',
    allow: 'signedIn',
    reads: true,
    input: z.object(ownProof),
    output: done,
  }),
  /** Sends a link for a new password. Answers the same for an unknown address, so that nobody can find out who has an account. */
  forgot: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    allow: 'public',
    reads: true,
    input: z.object({ email: Email }),
    /** Without a mail server nobody gets a link. */
    output: z.object({ canMail: z.boolean() }),
  }),
  /** Answers the owner of a one-time link. Refuses LINK_INVALID if the link was used, replaced or has expired. */
  readLink: endpoint({
    method: 'POST',
    path: '/auth/link',
    allow: 'public',
    reads: true,
    input: z.object({ token: LinkToken }),
    output: z.object({ purpose: z.enum(linkPurposes), name: z.string(), email: z.string() }),
  }),
  /** Sets the password and uses up the link. All sessions of the person end, and they sign in with the new password. */
  acceptLink: endpoint({
    method: 'POST',
    path: '/auth/link/accept',
    allow: 'public',
    reads: true,
    input: z.object({ token: LinkToken, password: NewPassword }),
    output: z.object({ email: z.string() }),
  }),
};
