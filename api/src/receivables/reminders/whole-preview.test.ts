import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
const overdueSince = addDays(new Date().toISOString().slice(0, 10), -9);

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

it('shows the first five hundred and says that there are more, while its file has all of them', async () => {
  await api.ownerPool.query(
    `with made as (insert into client (id, name, sort_name, kind, crm_id, default_entity_id, currency, doc_locale,
         payment_terms_days, tax_treatment, search_text)
       select gen_random_uuid(), 'Many ' || n, 'Many ' || n, 'company', $1, $2, 'EUR', 'en', 30, 'registered', 'many'
       from generate_series(1, 520) as n returning id)
     insert into invoice (id, doc_kind, entity_id, client_id, issue_date, due_date, currency, doc_locale, bill_to, rounding_mode,
         rounding_dir, round_total_to)
       select gen_random_uuid(), 'tax_invoice', $2, id, $3::date, $3::date, 'EUR', 'en', '{}', 'line', 'floor', 0 from made`,
    [admin.id, fixture.entityId, overdueSince],
  );
  await api.ownerPool.query(
    `update invoice_state set status = 'issued', posted_on = issue_date, payable = 5000, outstanding = 5000`,
  );
  const { rows, isMore } = await admin.call(reminders.preview, {});
  expect([rows.length, isMore]).toEqual([500, true]);
  const file = await admin.inject(requestOf(reminders.exportPreview, { format: 'csv' }, {}));
  const many = file.body.split('\r\n').filter((line) => line.startsWith('Many '));
  expect([many.length, new Set(many).size]).toEqual([520, 520]);
});

const statuses = async (clientId: string[]) =>
  (
    await Promise.all([
      admin.inject(requestOf(reminders.preview, { clientIds: clientId }, {})),
      admin.inject(requestOf(reminders.exportPreview, { filter: { clientId }, format: 'csv' }, {})),
    ])
  ).map(({ statusCode }) => statusCode);
const ids = (count: number) => Array.from({ length: count }, () => uuidv7());

it('takes as many chosen clients as its file does, and refuses more', async () => {
  expect(await statuses(ids(100))).toEqual([200, 200]);
  expect(await statuses(ids(101))).toEqual([400, 400]);
});
