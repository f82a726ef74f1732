import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import { Email, Version, optionalText, requiredText } from '../../fields.ts';
import type { Language } from '../../fields.ts';
import { settingEndpoints } from '../../usual-endpoints.ts';

/** How the connection to the mail server is encrypted: from its first byte, after STARTTLS, or not at all. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

/** A name or an address, without scheme and port. */
const Host = z
  .string()
  .trim()
  .regex(/^[0-9a-z]([0-9a-z.:-]{0,251}[0-9a-z])?$/i, 'HOST_INVALID');
const Port = z.int().min(1).max(65_535);

/** The end of letters to clients, in the languages in which the firm has one. */
const Signatures = z.strictObject({
  en: optionalText(1000),
  zh: optionalText(1000),
  fr: optionalText(1000),
  ja: optionalText(1000),
} satisfies Record<Language, z.ZodType>);

export const MailSettings = z.object({
  version: Version,
  host: z.string().nullable(),
  port: z.int().nullable(),
  security: z.enum(mailSecurities).nullable(),
  /** Has a password, which is in no answer. */
  username: z.string().nullable(),
  sender: z.string().nullable(),
  replyTo: z.string().nullable(),
  signatures: Signatures,
  /** What the environment of the server names; it wins over the settings. */
  environment: z.object({
    server: z.object({ host: z.string(), port: z.int() }).nullable(),
    sender: z.string().nullable(),
  }),
});
export type MailSettings = z.infer<typeof MailSettings>;

export const mailSettings = {
  ...settingEndpoints(
    '/settings/mail',
    { read: forAdmins, save: forAdmins },
    { input: z.object({ replyTo: nullable(Email), signatures: Signatures }), output: MailSettings },
  ),
  /**
   * Without a host there is no mail server. The password stays if none is given; another server, port, encryption or user needs it
   * again, so that nobody has it sent to a server of their own.
   */
  saveServer: endpoint({
    method: 'PUT',
    path: '/settings/mail/server',
    allow: forAdmins,
    versioned: true,
    input: z.object({
      host: nullable(Host),
      port: nullable(Port),
      security: nullable(z.enum(mailSecurities)),
      username: nullable(requiredText(200)),
      password: nullable(z.string().min(1).max(500)),
      sender: nullable(Email),
    }),
    output: MailSettings,
  }),
  /** Sends a mail to the caller by the stored settings, and tells what the mail server answered. Refuses MAIL_NOT_SET_UP, RATE_LIMITED. */
  test: endpoint({
    method: 'POST',
    path: '/settings/mail/test',
    allow: forAdmins,
    reads: true,
    input: z.object({}),
    output: z.object({
      /** `unreachable`: no mail server answered. The screen does not say what else answered, because that would scan the network. */
      outcome: z.enum(['accepted', 'refused', 'unreachable', 'password_unreadable']),
      to: z.string(),
      /** The words of the mail server. */
      answer: z.string().nullable(),
    }),
  }),
};
