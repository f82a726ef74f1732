import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { createTestDatabase } from '@daybook/tooling/test-database';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { addDays } from '@daybook/contracts/plain-date';
import { heldKinds, heldWork } from '@daybook/contracts/settings/backups/held-work';
import type { HeldKind } from '@daybook/contracts/settings/backups/held-work';
import { box, secretKey } from '../../../test/backups.ts';
import { enquiryRows } from '../../../test/enquiry-rows.ts';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { openEnquiryImports, standing } from '../../../test/fixtures/enquiry-import-fixture.ts';
import { makeDebtor, setReminders } from '../../../test/fixtures/reminder-fixture.ts';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { eventually } from '../../../test/installation.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { startBackground } from '../../background.ts';
import { openDatabase } from '../../db/database.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { backUpToFile } from '../backup-to-file.ts';
import { restoreBackup } from '../restore-backup.ts';

jest.setTimeout(120_000);

const silent = pino({ level: 'silent' });
const today = new Date().toISOString().slice(0, 10);
const inFile = 4;
/** Longer than the pauses between two looks at the outbox and at the jobs. */
const severalLooksMs = 2_600;

/** A client that has owed something for ten days, whose reminder is due, whatever day of the week it is. */
async function oweAReminder(api: TestApi, admin: Caller): Promise<void> {
  const { entityId, ...billing } = await openBillingFixture(api, admin);
  const clientId = await makeDebtor(api.db, { name: 'Debtor', entityId, crmId: admin.id });
  const days = { issueDate: addDays(today, -20), dueDate: addDays(today, -10) };
  await billing.issued(10_000, { clientId, ...days });
  await setReminders(admin, entityId, 'send', { hour: 0 });
  const calendarId = uuidv7();
  await api.ownerPool.query(
    `insert into holiday_calendar (id, name, country, weekend) values ($1, 'No weekend', 'NL', '{}')`,
    [calendarId],
  );
  await api.ownerPool.query('update reminder_setting set calendar_id = $1', [calendarId]);
}

/** A firm in which something of each kind is due while no background work runs, and its archive in `folder`. */
async function archiveWithWork(folder: string): Promise<string> {
  const { api, admin, dryRun } = await openEnquiryImports();
  try {
    const series = await openSeriesFixture(api.db);
    const terms = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', startsOn: `${today.slice(0, 8)}01` };
    await series.invoice({ ...terms, mode: 'issue_send' });
    await series.task(terms);
    await oweAReminder(api, admin);
    for (const name of ['one', 'two'])
      await enqueueMail(api.db, { key: name, to: `${name}@client.test`, subject: 'Hello', body: 'Hello' });
    const { id, version } = await dryRun(admin, enquiryRows(inFile), standing);
    await admin.call(enquiryImports.run, { id, onlyValid: false }, { version });
    const { file } = await backUpToFile(api.urls.owner, path.join(folder, 'firm.tar.zst'));
    return file;
  } finally {
    await api.stop();
  }
}

/** What the background work has made and sent. */
async function madeIn({ ownerPool }: TestApi): Promise<object | undefined> {
  const { rows } = await ownerPool.query<object>(`select
    (select count(*)::int from invoice join recurring_invoice on recurring_invoice.entity_id = invoice.entity_id) as invoices,
    (select count(*)::int from task) as tasks,
    (select count(*)::int from reminder) as reminders,
    (select count(*)::int from enquiry) as enquiries,
    (select status from job where kind = 'enquiry_import') as import`);
  return rows[0];
}
const nothing = { invoices: 0, tasks: 0, reminders: 0, enquiries: 0, import: 'waiting' };

/** Its background work begins with what is due. */
function startWork(api: TestApi, mailServer: MailServer): () => Promise<void> {
  const database = openDatabase(api.urls.app, silent, 10);
  const config = { SMTP_URL: mailServer.url, MAIL_FROM: 'office@firm.test', SECRET_KEY: secretKey };
  const stop = startBackground(database, config, silent, silent);
  return async () => {
    await stop();
    await database.close();
  };
}

let mailServer: MailServer;
let folder: string;
let firm: TestApi;
let admin: Caller;
beforeAll(async () => {
  mailServer = await startMailServer();
  folder = await mkdtemp(path.join(tmpdir(), 'daybook-hold-'));
  const file = await archiveWithWork(folder);
  const database = await createTestDatabase({ migrated: false });
  const appRole = decodeURIComponent(new URL(database.appUrl).username);
  expect(await restoreBackup(database.ownerUrl, file, { box, appRole })).toMatchObject({
    findings: [],
  });
  firm = await startTestApi(undefined, {}, database);
  admin = await firm.as({ userType: 'admin' });
});
afterAll(async () => {
  await firm.stop();
  await mailServer.stop();
  await rm(folder, { recursive: true });
});

const recipients = () => mailServer.received.map(({ to }) => to.join()).toSorted();

/** Lets a kind go, and starts the background work afresh, which then does at once what is due; `done` is to become true. */
async function letGo(kind: HeldKind, done: () => Promise<void>): Promise<void> {
  await admin.call(heldWork.letGo, { kind });
  const stop = startWork(firm, mailServer);
  try {
    await eventually(done, 20_000);
  } finally {
    await stop();
  }
}

// docs/rules.md#held-installation
it('a restored firm sends and creates nothing until each kind is let go, and then exactly what was due, once', async () => {
  const stop = startWork(firm, mailServer);
  // What only computes is not held, and so shows that the work has begun.
  await eventually(async () => {
    const { rows } = await firm.ownerPool.query('select 1 from series_progress where next_on is not null');
    expect(rows).toHaveLength(2);
  });
  await wait(severalLooksMs);
  await stop();
  expect([recipients(), await madeIn(firm)]).toEqual([[], nothing]);
  const { kinds } = await admin.call(heldWork.list, {});
  expect(Object.fromEntries(kinds.flatMap(({ kind, count }) => (count > 0 ? [[kind, count]] : [])))).toEqual({
    mails: 2,
    recurring_invoices: 1,
    recurring_tasks: 1,
    reminders: 1,
    imports: 1,
  });

  let made: object = nothing;
  const then = (more: object) => async () => {
    made = { ...made, ...more };
    expect(await madeIn(firm)).toEqual(made);
  };
  await letGo('recurring_tasks', then({ tasks: 1 }));
  await letGo('recurring_invoices', then({ invoices: 1 }));
  await letGo('reminders', then({ reminders: 1 }));
  await letGo('imports', then({ enquiries: inFile, import: 'done' }));
  expect(recipients()).toEqual([]);

  const sent = ['debtor@client.test', 'one@client.test', 'payer@client.example', 'two@client.test'];
  await letGo('mails', async () => expect(recipients()).toEqual(sent));

  for (const kind of heldKinds.filter((one) =>
    kinds.some(({ kind: listed, count }) => listed === one && count === 0),
  ))
    await admin.call(heldWork.letGo, { kind });
  expect((await admin.call(heldWork.list, {})).heldSince).toBeNull();
  const stopAgain = startWork(firm, mailServer);
  await wait(severalLooksMs);
  await stopAgain();
  expect([recipients(), await madeIn(firm)]).toEqual([sent, made]);
});
