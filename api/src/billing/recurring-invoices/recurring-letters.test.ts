import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { notifications } from '@daybook/contracts/notifications';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import type { SeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { theSystem } from '../../auth/the-system.ts';
import { makersOf } from '../../start-series.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { runSeries } from '../../recurrence/run-series.ts';
import { sendUsualLetter } from '../invoices/send-invoice-mail.ts';
import { sendRecurringLetters } from './recurring-letters.ts';

let api: TestApi;
let admin: Caller;
let fixture: SeriesFixture;

beforeAll(async () => {
  api = await startTestApi(undefined, { SMTP_URL: 'smtp://localhost:1' });
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  await api.ownerPool.query('truncate recurring_letter');
  fixture = await openSeriesFixture(api.db);
});
afterAll(() => api.stop());

const today = new Date().toISOString().slice(0, 10);
const thisMonth = firstOfMonth(monthNumber(today));

const makeSeries = () =>
  fixture.invoice({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', startsOn: thisMonth, mode: 'issue_send' });

async function run(): Promise<void> {
  while ((await findNextDays(api.db, null)) > 0);
  const toMake = { makers: makersOf(true), log: { warn: () => undefined }, clock: null };
  while ((await runSeries(api.db, toMake)) > 0);
}

const issued = async (seriesId: string) =>
  api.db
    .selectFrom('invoice')
    .select(['id', 'number', 'version'])
    .where('seriesId', '=', seriesId)
    .executeTakeFirst();
const mails = async (id: string) => (await admin.call(invoiceMails.list, { id })).rows.length;
const waiting = async () =>
  (await api.ownerPool.query<{ refusal: { code: string } | null }>('select refusal from recurring_letter'))
    .rows;

const toldOf = async ({ id }: { id: string }) =>
  (await admin.call(notifications.list, {})).rows.filter(
    ({ kind, record }) => kind === 'mail_failed' && record?.id === id,
  );

async function issuedOne() {
  const id = await makeSeries();
  await run();
  const invoice = await issued(id);
  if (!invoice) throw new Error('nothing was issued');
  return invoice;
}

describe('the mail of a recurring invoice', () => {
  it('is sent after the invoice is issued, once, whichever of several servers sends it', async () => {
    const invoice = await issuedOne();
    expect(invoice.number).not.toBeNull();
    expect([await mails(invoice.id), await waiting()]).toEqual([0, [{ refusal: null }]]);
    expect(await sendRecurringLetters(api.db, false)).toBe(0);
    await Promise.all([sendRecurringLetters(api.db, true), sendRecurringLetters(api.db, true)]);
    expect([await mails(invoice.id), await waiting()]).toEqual([1, []]);
    expect(await sendRecurringLetters(api.db, true)).toBe(0);
  });

  // docs/rules.md#held-installation
  it('waits while the installation is held, as its series does before it', async () => {
    const hold = async (since: 'now()' | 'null') =>
      api.ownerPool.query(`update installation set held_since = ${since}`);
    await hold('now()');
    const id = await makeSeries();
    await run();
    expect(await issued(id)).toBeUndefined();
    await hold('null');
    await run();
    const invoice = await issued(id);
    await hold('now()');
    expect(await sendRecurringLetters(api.db, true)).toBe(0);
    expect([await mails(invoice?.id ?? ''), await waiting()]).toEqual([0, [{ refusal: null }]]);
    await hold('null');
    expect(await sendRecurringLetters(api.db, true)).toBe(1);
    expect([await mails(invoice?.id ?? ''), await waiting()]).toEqual([1, []]);
  });

  it('cannot be sent if the client has no address: the run fails, and takes no number', async () => {
    await api.db.deleteFrom('clientContact').where('clientId', '=', fixture.clientId).execute();
    const id = await makeSeries();
    await run();
    expect(await issued(id)).toBeUndefined();
    const { rows } = await admin.call(recurringInvoices.runs, { id });
    expect(rows).toMatchObject([{ status: 'failed', error: { code: 'ADDRESSEE_REQUIRED' } }]);
  });

  it('is not sent again if somebody has sent it', async () => {
    const { id } = await issuedOne();
    const { contacts, nth, subject, body } = await admin.call(invoiceMails.draft, { id });
    const sentTo = contacts.map(({ email }) => email);
    await admin.call(invoiceMails.send, { id, nth, subject, body, sentTo });
    await sendRecurringLetters(api.db, true);
    expect([await mails(id), await waiting()]).toEqual([1, []]);
  });

  it('is stored with its refusal if its invoice was voided, and delays no other mail', async () => {
    const [first, second] = [await issuedOne(), await issuedOne()];
    await api.ownerPool.query('update billing_entity set timezone = $1', ['UTC']);
    const { issueDate } = await admin.call(invoices.open, { id: first.id });
    const undo = { id: first.id, voidDate: issueDate, reason: 'Wrong' };
    await admin.call(invoices.void, undo, { version: first.version });
    await sendRecurringLetters(api.db, true);
    expect(await waiting()).toMatchObject([{ refusal: { code: 'STATE_NOT_ALLOWED' } }]);
    expect([await mails(first.id), await mails(second.id)]).toEqual([0, 1]);
    expect(await toldOf(first)).toEqual([]);
  });

  it('notifies the people of the series if it cannot be written or the mail server refuses it for good', async () => {
    const [unwritten, refused] = [await issuedOne(), await issuedOne()];
    await api.db.deleteFrom('recurringLetter').where('invoiceId', '=', refused.id).execute();
    await api.db
      .transaction()
      .execute((db) => sendUsualLetter(db, theSystem, { id: refused.id, nth: 1 }, true));
    await api.ownerPool.query('update email_message set failed_at = now() where sent_at is null');
    await api.db.deleteFrom('clientContact').where('clientId', '=', fixture.clientId).execute();
    await sendRecurringLetters(api.db, true);
    expect(await waiting()).toMatchObject([{ refusal: { code: 'ADDRESSEE_REQUIRED' } }]);
    for (const invoice of [unwritten, refused])
      expect(await toldOf(invoice)).toMatchObject([{ params: { number: invoice.number } }]);
  });
});
