import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { uuidv7 } from 'uuidv7';
import { invoiceJobs } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { makeTaxCode } from '../test/fixtures/masters.ts';
import { eventually } from '../test/installation.ts';
import { startServerProcess } from '../test/server-process.ts';
import type { ServerProcess } from '../test/server-process.ts';
import { startTestApi } from '../test/test-api.ts';
import type { TestApi } from '../test/test-api.ts';
import { enqueueMail } from './mail/outbox.ts';

let installations: TestApi[];
let mailServer: SMTPServer;
let received: string[];
let running: ServerProcess[];

beforeEach(async () => {
  [received, running] = [[], []];
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.on('end', () => {
        received.push(envelope.rcptTo[0]?.address ?? '');
        done();
      });
      stream.resume();
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  installations = await Promise.all([startTestApi(), startTestApi()]);
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await new Promise((resolve) => mailServer.close(() => resolve(null)));
  await Promise.all(installations.map((installation) => installation.stop()));
});

/** Leaves a change to be sealed and a mail to be sent. */
async function leaveWork({ db }: TestApi, to: string): Promise<void> {
  await makeTaxCode(db, { code: 'V20', rate: '20' });
  await enqueueMail(db, { key: to, to, subject: 'Hello', body: 'Hello' });
}

async function run(
  installation: TestApi,
  environment: Record<string, string>,
  program?: 'main' | 'worker',
): Promise<ServerProcess> {
  const { port } = mailServer.server.address() as AddressInfo;
  const more = { SMTP_URL: `smtp://127.0.0.1:${port}`, ...environment };
  const server = await startServerProcess(installation.urls, more, program);
  running.push(server);
  return server;
}

async function expectDone({ db }: TestApi, to: string): Promise<void> {
  expect(await db.selectFrom('auditSeal').select('seq').limit(1).execute()).toHaveLength(1);
  expect(received).toContain(to);
}

const stateOf = async ({ db }: TestApi, jobId: string) =>
  (await db.selectFrom('job').select('status').where('id', '=', jobId).executeTakeFirst())?.status;

describe('a server with the background work switched off', () => {
  it('leaves all of it to a worker, even while another server does all of its own', async () => {
    const [off, on] = installations as [TestApi, TestApi];
    await leaveWork(off, 'off@firm.test');
    await leaveWork(on, 'on@firm.test');
    const answering = await run(off, { BACKGROUND: '0' });
    const whole = await run(on, {});
    await eventually(() => expectDone(on, 'on@firm.test'));
    expect(whole.output()).toContain('with this code');

    expect(await off.db.selectFrom('auditSeal').select('seq').execute()).toEqual([]);
    expect(received).toEqual(['on@firm.test']);
    expect(await off.db.selectFrom('setupCode').select('codeHash').execute()).toEqual([]);
    expect(answering.output()).not.toContain('with this code');

    const worker = await run(off, {}, 'worker');
    await eventually(() => expectDone(off, 'off@firm.test'));
    await eventually(async () => expect(worker.output()).toContain('with this code'));
    const { id } = await (await off.as({})).call(invoiceJobs.pdf, { ids: [uuidv7()] });
    await eventually(async () => expect(await stateOf(off, id)).toBe('done'));
    expect((await fetch(worker.url)).status).toBe(200);
    expect(await worker.stop()).toBe(0);
  });
});
