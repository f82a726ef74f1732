import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { mailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { takeTry } from '../../auth/sign-in-delays.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { testLetter } from '../../mail/letters.ts';
import type { MailServer, MailSource } from '../../mail/mail-source.ts';

type Tested = OutputOf<typeof mailSettings.test>;

/** What one person may test before they have to wait. */
const tests = { free: 5, factor: 10, forgetAfter: '1 hour' };

/**
 * How long a test takes when no mail server answers, whatever there is instead: the time tells nothing about ports that are closed,
 * filtered or of another service.
 */
const silenceMs = 5_000;

/** A reply of SMTP: three digits and a text, on one line or several. */
const isReply = (response: string | undefined): response is string =>
  response !== undefined && /^[245]\d\d[ -]/.test(response);

/** The words of the server without secrets that it may repeat, in plain text or as SMTP encodes them. */
const withoutSecrets = (words: string, secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .reduce((text, secret) => text.replaceAll(secret, '•••'), words)
    .slice(0, 500);

interface SmtpError {
  code?: string;
  response?: string;
}

async function send(
  server: MailServer,
  letter: { to: string; subject: string; body: string },
): Promise<string> {
  const transport = createTransport({
    ...server.connection,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: 20_000,
  });
  try {
    const sent = await transport.sendMail({
      from: server.senderName === null ? server.sender : { name: server.senderName, address: server.sender },
      to: letter.to,
      ...(server.replyTo !== null && { replyTo: server.replyTo }),
      subject: letter.subject,
      text: letter.body,
    });
    return sent.response;
  } finally {
    transport.close();
  }
}

/**
 * Sends a mail to the person, by the stored settings only, and tells what the mail server said and nothing else, so that nobody can
 * look around in the network with it. Refuses RATE_LIMITED and MAIL_NOT_SET_UP.
 */
export async function testMail(db: Db, source: MailSource, user: CurrentUser): Promise<Tested> {
  await takeTry(db, `mail-test ${user.id}`, tests);
  const to = user.email;
  let server: MailServer | null;
  try {
    server = await source.read(db);
  } catch {
    return { outcome: 'password_unreadable', to, answer: null };
  }
  if (server === null) throw new Refusal('MAIL_NOT_SET_UP');
  const silence = wait(silenceMs, null, { ref: false });
  const words = (answer: string) => withoutSecrets(answer, server.secrets);
  try {
    return { outcome: 'accepted', to, answer: words(await send(server, { to, ...testLetter(user) })) };
  } catch (error) {
    const { code, response } = error as SmtpError;
    // EPROTOCOL is a greeting that is none.
    if (isReply(response) && code !== 'EPROTOCOL') return { outcome: 'refused', to, answer: words(response) };
    await silence;
    return { outcome: 'unreachable', to, answer: null };
  }
}
