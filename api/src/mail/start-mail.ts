import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Transporter } from 'nodemailer';
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { every } from '../every.ts';
import type { MailServer, MailSource } from './mail-source.ts';
import { connections, sendDueMail } from './send-mail.ts';

const everyMs = 2_000;
const stopMs = 5_000;
/** A mail server may check a message for minutes before it confirms it (RFC 5321 4.5.3.2.6). */
const patience = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 600_000 };

type Connected = MailServer & { transport: Transporter<SentMessageInfo> };

/** Connects to a mail server; its connections stay open until the settings change. */
function connectionsTo(source: MailSource) {
  let held: Connected | null = null;
  const close = () => held?.transport.close();
  return {
    close,
    async current(db: Db): Promise<Connected | null> {
      const server = await source.read(db);
      if (server?.key === held?.key) return held;
      close();
      held = server && {
        ...server,
        transport: createTransport({
          ...server.connection,
          pool: true,
          maxConnections: connections,
          ...patience,
        }),
      };
      return held;
    },
  };
}

/** Stops when the settings name another mail server, so that a long queue does not go on to the one of before. */
async function sendBy(db: Db, source: MailSource, to: Connected, stop: AbortSignal): Promise<void> {
  const { key, transport, sender, senderName: name, replyTo } = to;
  const changed = new AbortController();
  const stopWatching = every(
    everyMs,
    async () => {
      if ((await source.read(db))?.key !== key) changed.abort();
    },
    // Settings that cannot be read are no settings to go on with.
    () => changed.abort(),
  );
  try {
    await sendDueMail(db, transport, sender, AbortSignal.any([stop, changed.signal]), { replyTo, name });
  } finally {
    await stopWatching();
  }
}

/** Sends due mails every few seconds; the returned function stops it. With several servers, one of them sends each mail. */
export function startMail(db: Db, source: MailSource, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const mailServer = connectionsTo(source);
  const stopping = new AbortController();
  const stop = every(
    everyMs,
    async () => {
      const to = await mailServer.current(db);
      if (to) await sendBy(db, source, to, stopping.signal);
    },
    (error) => log.warn({ err: error }, 'mails could not be sent and wait'),
  );
  return async () => {
    stopping.abort();
    // A mail server that hangs must not delay the stop; the mail is tried again.
    await Promise.race([stop(), wait(stopMs, null, { ref: false })]);
    mailServer.close();
  };
}
