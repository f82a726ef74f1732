import { sql } from 'kysely';
import type { MailSecurity } from '@daybook/contracts/settings/mail/mail-settings';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';

/** The sender of an installation that names none. */
const noSender = 'daybook@localhost.localdomain';

/** Where mails go out. */
export interface MailServer {
  /** Changes with the settings. */
  key: string;
  connection: { url: string } | Connection;
  sender: string;
  /** The name of the firm, which mail programs show beside the sender; null if it has none. */
  senderName: string | null;
  replyTo: string | null;
  /** What no answer and no log may contain. */
  secrets: readonly string[];
}

interface Connection {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
}

/** The mail server of the environment or, without one, that of the settings. Each use reads it, so a change needs no restart. */
export interface MailSource {
  environment: { server: { host: string; port: number } | null; sender: string | null };
  /** Whether there is a mail server. */
  canMail: (db: Db) => Promise<boolean>;
  /** Null if there is none. Throws if the password cannot be decrypted, because the key of the environment is another one. */
  read: (db: Db) => Promise<MailServer | null>;
  sealPassword: (password: string, id: string) => Buffer;
}

export type CanMail = MailSource['canMail'];

type MailConfig = Partial<Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>>;

interface Row {
  id: string;
  version: number;
  host: string | null;
  port: number;
  security: MailSecurity;
  username: string | null;
  password: Buffer | null;
  sender: string | null;
  replyTo: string | null;
  senderName: string | null;
}

async function storedRow(db: Db): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, version, host, port, security, username, password, sender, reply_to, (select name from firm) as sender_name
    from mail_setting`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the row of the mail settings is missing');
  return row;
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'smtps:' ? 465 : 587);

const connectionOf = (row: Row, host: string, pass: string | null): Connection => ({
  host,
  port: row.port,
  secure: row.security === 'tls',
  requireTLS: row.security === 'starttls',
  ignoreTLS: row.security === 'none',
  ...(row.username !== null && pass !== null && { auth: { user: row.username, pass } }),
});

/** The password alone, and as it is sent with the user. */
const secretsOf = (user: string | null, pass: string | null): string[] =>
  pass ? [pass, `\u0000${user}\u0000${pass}`] : [];

export function mailSource({ SMTP_URL, MAIL_FROM }: MailConfig, box: SecretBox): MailSource {
  const url = SMTP_URL === undefined ? null : new URL(SMTP_URL);
  return {
    environment: {
      server: url && { host: url.hostname, port: portOf(url) },
      sender: MAIL_FROM ?? null,
    },
    async canMail(db) {
      if (url !== null) return true;
      return (await storedRow(db)).host !== null;
    },
    async read(db) {
      const row = await storedRow(db);
      const { senderName, replyTo } = row;
      const named = { sender: MAIL_FROM ?? row.sender ?? noSender, senderName, replyTo };
      const key = JSON.stringify([row.version, senderName]);
      if (url !== null)
        return {
          key,
          connection: { url: url.href },
          ...named,
          secrets: secretsOf(decodeURIComponent(url.username), decodeURIComponent(url.password)),
        };
      if (row.host === null) return null;
      const pass = row.password && box.open(row.password, row.id).toString();
      return {
        key,
        connection: connectionOf(row, row.host, pass),
        ...named,
        secrets: secretsOf(row.username, pass),
      };
    },
    sealPassword: (password, id) => box.seal(Buffer.from(password), id),
  };
}
