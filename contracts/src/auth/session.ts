import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, LanguageCode, Uuid, requiredText } from '../fields.ts';
import { scopes, userTypes } from '../permissions.ts';

/** The signed-in person as the browser may know them (domain.md §13). */
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
});
export type Me = z.infer<typeof Me>;

/** 12 to 128 characters, no composition rules; common ones are refused by the server (assurance AUT-1). */
export const NewPassword = z.string().min(12).max(128);

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    allow: 'public',
    reads: true,
    input: z.object({ email: Email, password: z.string().min(1).max(128) }),
    output: z.object({ token: z.string() }),
  }),
  me: endpoint({ method: 'GET', path: '/auth/me', allow: 'signedIn', input: z.object({}), output: Me }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    allow: 'signedIn',
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
