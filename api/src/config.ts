import { z } from 'zod';

const flag = (unset: '0' | '1') =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(unset)
    .transform((value) => value === '1' || value === 'true');

const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The role that migrates; without it DATABASE_URL does, and could then alter its own laws. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  /** What has to be read again (secrets of two factors) is encrypted by it; the same for all servers of a database. */
  SECRET_KEY: z
    .base64()
    .transform((value) => Buffer.from(value, 'base64'))
    .refine((key) => key.length === 32, 'has to be 32 bytes in base64'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** The built host and remotes; without it only the API is served. */
  SITE_DIR: z.string().min(1).optional(),
  /** Where the database keeps its files, if that is on this machine: its disk must have room. */
  DATA_DIR: z.string().min(1).optional(),
  /** A request waits its turn this long at most; beyond it the server turns newcomers away. 0: never. */
  OVERLOAD_MS: z.coerce.number().int().min(0).default(2_000),
  /** Resident memory beyond which it turns newcomers away: three times what a busy server holds. 0: never. */
  OVERLOAD_MB: z.coerce.number().int().min(0).default(1_000),
  /** How long the server answers after SIGTERM while it already says that it is not ready, so that a balancer turns away first. */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(5_000).default(0),
  /** Fill an empty database with a year of a firm. */
  DAYBOOK_DEMO: flag('0'),
  /** Proxies in front whose X-Forwarded-For is believed. */
  TRUST_PROXY: flag('0'),
  /** Off where worker.ts runs beside it: sealing of the audit log, mail, purging, and the code of the first person. */
  BACKGROUND: flag('1'),
  /** Where people open Daybook: links in mails lead there. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Without it nothing is mailed, and who makes a one-time link hands it over. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('daybook@localhost.localdomain'),
});

export type Config = z.output<typeof Environment>;

/** Reads the environment once, at start. Throws one error that names every variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Environment.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not usable:\n${faults.join('\n')}\nSee .env.example.`);
}
