import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Received {
  from: string;
  to: string[];
  text: string;
}

/** A mail server that keeps what it receives. */
export interface MailServer {
  url: string;
  received: Received[];
  /** Answers every sender with a temporary refusal. */
  isRefusing: boolean;
  /** Accepts a mail and then reports a failure. */
  keepsRefused: boolean;
  /** How long it scans a mail before it confirms it. */
  scansMs: number;
  /** Addresses that it does not know. */
  unknown: Set<string>;
  stop(): Promise<void>;
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      server.unknown.has(address) ? done(refusal(550, 'no such mailbox')) : done(),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (server.isRefusing && !server.keepsRefused) return done(refusal(451, 'try later'));
        server.received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
        });
        const said = server.isRefusing ? refusal(451, 'try later') : null;
        setTimeout(() => done(said), server.scansMs);
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    received: [],
    isRefusing: false,
    keepsRefused: false,
    scansMs: 0,
    unknown: new Set(),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}
