import { z } from 'zod';
import { userTypeOf } from '../../endpoint.ts';
import { Email, Version } from '../../fields.ts';
import { userTypes } from '../../permissions.ts';
import { settingEndpoints } from '../../usual-endpoints.ts';

export const idleMinutes = { min: 5, max: 480 } as const;
export const sessionHours = { min: 1, max: 24 } as const;

/** An IP address, or a network such as `203.0.113.0/24`. */
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** The networks, one refusal for the whole field, which is one control. */
const Networks = z
  .array(z.string().trim().max(50))
  .max(50)
  .refine((values) => values.every((value) => Network.safeParse(value).success), 'NETWORK_INVALID');

const mostAuditHeads = 10;

const choices = {
  /** The user types that must sign in with two factors. */
  totpRequired: z.array(z.enum(userTypes)).max(userTypes.length),
  /** A session ends after this time without a request. */
  idleMinutes: z.int().min(idleMinutes.min).max(idleMinutes.max),
  /** A session ends this long after sign-in. */
  sessionHours: z.int().min(sessionHours.min).max(sessionHours.max),
  /** Where people may work; empty for everywhere. */
  allowedNetworks: Networks,
  /** Who is mailed the latest seal of the audit log once a day. */
  auditHeadTo: z
    .array(z.string().trim().toLowerCase().max(254))
    .max(mostAuditHeads)
    .refine((values) => values.every((value) => Email.safeParse(value).success), 'EMAIL_INVALID'),
};

export const SecuritySettings = z.object({
  version: Version,
  ...choices,
  /** The IP address of the caller, as the server sees it. */
  yourAddress: z.string(),
});
export type SecuritySettings = z.infer<typeof SecuritySettings>;

const superAdmin = userTypeOf('super_admin');

/** Refuses NETWORK_LOCKS_YOU_OUT on `allowedNetworks` when the caller's own address is in none of them. */
export const security = settingEndpoints(
  '/settings/security',
  { read: superAdmin, save: superAdmin },
  { input: z.object(choices), output: SecuritySettings },
);
