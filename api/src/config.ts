import { z } from 'zod';
import { bucketOfUrl } from './backup-places.ts';

const flag = (unset: '0' | '1') =>
  z
    .enum(['0', '1', 'true', 'false'])
    .default(unset)
    .transform((value) => value === '1' || value === 'true');

/** Whether the user and the password can be read. */
function isDecodable(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

const SecretKey = z
  .base64()
  .transform((value) => Buffer.from(value, 'base64'))
  .refine((key) => key.length === 32, 'has to be 32 bytes in base64');

const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** The same role past a pooler (PgBouncer in transaction mode), if DATABASE_URL leads to one. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The role that migrates. If it is missing, the role of DATABASE_URL migrates, and could then alter its own laws. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The same role at a standby, from which reports are read while it is not too far behind. */
  DATABASE_REPORTS_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** How many seconds the standby may be behind before reports are read from the primary. */
  DATABASE_REPORTS_LAG: z.coerce.number().int().min(1).max(3_600).default(30),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  /** How long a request waits for a connection of the pool before it is refused. */
  DATABASE_WAIT_MS: z.coerce.number().int().min(100).default(2_000),
  /** Encrypts what must be readable again (the secrets of two-factor sign-in, the password of the mail server). All servers of a database share it. */
  SECRET_KEY: SecretKey,
  /** The key before it, while `pnpm rotate-secret` has not yet encrypted everything under the new one. */
  SECRET_KEY_BEFORE: SecretKey.optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** The built host and remotes; if it is missing, only the API is served. */
  SITE_DIR: z.string().min(1).optional(),
  /** Where the database keeps its files, if on this machine: the server then watches the free space of that disk. */
  DATA_DIR: z.string().min(1).optional(),
  /** The server is not ready while less is free on the disk of the database. */
  DISK_FLOOR_MB: z.coerce.number().int().min(0).default(500),
  /** The file, outside the database, that keeps the head of the audit log. Only the process that does the background work needs it. */
  AUDIT_HEAD: z.string().min(1).optional(),
  /** Where backups go while the settings name no folder. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** The bucket that takes the backups, with its key: `https://KEY:SECRET@host/bucket/prefix?region=…`. Wins over the settings. */
  BACKUP_BUCKET_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isDecodable, 'has a % in its key that has to be written as %25')
    .refine((url) => bucketOfUrl(url) !== null, 'has to be https://KEY:SECRET@host/bucket/prefix')
    .optional(),
  /** A role that may create a database, into which backups are restored as a test. If it is missing, the role of DATABASE_OWNER_URL is tried. */
  DATABASE_SCRATCH_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The delay of the event loop beyond which the server turns new requests away. 0: no limit. */
  OVERLOAD_MS: z.coerce.number().int().min(0).default(2_000),
  /** Resident memory beyond which the server turns new requests away: three times what a busy server uses. 0: no limit. */
  OVERLOAD_MB: z.coerce.number().int().min(0).default(1_000),
  /** How long the server still answers after SIGTERM while it reports that it is not ready, so that a load balancer can turn away first. */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(5_000).default(0),
  /** How much one person may upload in a day. */
  UPLOAD_MB_PER_DAY: z.coerce.number().int().min(25).default(2_000),
  /** Fills an empty database with a year of a demo firm. */
  DAYBOOK_DEMO: flag('0'),
  /** Trusts X-Forwarded-For from the proxies in front. */
  TRUST_PROXY: flag('0'),
  /** Answer /api/metrics and /api/docs to other machines too. */
  METRICS: flag('0'),
  API_DOCS: flag('0'),
  /** Off if worker.ts runs beside the server: the audit log is sealed, mail sent, data purged and the first sign-in code made there. */
  BACKGROUND: flag('1'),
  /** The address at which people open Daybook; links in mails lead there. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Wins over the mail server of the settings. Without either, nothing is mailed: people hand over the one-time links they make. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(isDecodable, 'has a % in its user or password that has to be written as %25')
    .optional(),
  MAIL_FROM: z.email().optional(),
});

export type Config = z.output<typeof Environment>;

/** Links in mails begin with it. */
export const publicUrlOf = ({
  PUBLIC_URL,
  PORT = 3000,
}: Partial<Pick<Config, 'PUBLIC_URL' | 'PORT'>>): string =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');

/** Reads the environment once, at start. Throws one error that names every variable with a wrong value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Environment.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not usable:\n${faults.join('\n')}\nSee .env.example.`);
}
