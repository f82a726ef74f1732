import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, LanguageCode, Uuid, requiredText, text } from '../fields.ts';
import { scopes, userTypes } from '../permissions.ts';

/** What a session may ask of its owner first. */
export const requiredSteps = ['change_password', 'enrol_totp'] as const;
export type RequiredStep = (typeof requiredSteps)[number];

/** The signed-in person as the browser may know them. */
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
  /** What the session is good for before anything else (docs/rules.md#required-steps); every other call is refused with the code of the same name. */
  must: z.enum(requiredSteps).nullable(),
  /** How the shell looked when they last changed it, on whatever machine; null: never changed. */
  appearance: z.record(z.string(), z.unknown()).nullable(),
});
export type Me = z.infer<typeof Me>;

/** 12 to 128 characters, no composition rules; common ones are refused by the server (docs/rules.md#passwords). */
export const NewPassword = z.string().min(12).max(128);

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    allow: 'public',
    reads: true,
    /** `otp` or `recovery` when the password alone was answered AUTH_OTP_REQUIRED. */
    input: z.object({
      email: Email,
      password: z.string().min(1).max(128),
      otp: text(20).optional(),
      recovery: text(40).optional(),
    }),
    output: z.object({ token: z.string() }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    allow: 'signedIn',
    duringRequiredStep: true,
    input: z.object({}),
    output: Me,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    allow: 'signedIn',
    duringRequiredStep: true,
    input: z.object({}),
    output: z.object({}),
  }),
  /** Whether the first super admin is still to be made. */
  setupState: endpoint({
    method: 'GET',
    path: '/auth/setup',
    allow: 'public',
    input: z.object({}),
    output: z.object({ needed: z.boolean() }),
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
