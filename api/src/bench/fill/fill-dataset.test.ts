import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { addDays } from '@daybook/contracts/plain-date';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { superuserOf } from '../../../test/superuser-of.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { trialBalance } from '../../ledger/trial-balance.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { takeDue } from '../../recurrence/series-due.ts';
import { checkFilled, fillDataset } from './fill-dataset.ts';

const size = 1_000;
const today = '2026-06-15';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await fillDataset({
    adminUrl: superuserOf(api.urls.owner),
    appUrl: api.urls.app,
    invoices: size,
    today,
    say: () => undefined,
  });
});
afterAll(() => api.stop());

it('fills a firm in whose books the nightly self-check finds no fault', async () => {
  expect(await checkFilled(api.urls.owner)).toEqual([]);
});

it('writes as many records as requested', async () => {
  const { rows } = await api.ownerPool.query<Record<string, number>>(
    `select (select count(*) from invoice) as invoices, (select count(*) from receipt) as receipts,
       (select count(*) from credit_note) as credits, (select count(*) from time_entry) as entries,
       (select count(*) from series) as series`,
  );
  expect(rows[0]).toMatchObject({ invoices: size, entries: size, series: size / 10 });
  expect(rows[0]?.['receipts']).toBeGreaterThan(size * 0.75);
  expect(rows[0]?.['credits']).toBeGreaterThan(0);
});

it('leaves a firm that can go on: every index exists, and the next number follows', async () => {
  const caller = await api.as({});
  const { rows } = await caller.call(invoices.list, { filter: { status: 'draft' } });
  const draft = rows[0];
  expect(draft).toBeDefined();
  const issued = await caller.call(invoices.issue, { id: draft?.id ?? '' }, { version: draft?.version ?? 0 });
  expect(issued.number).not.toBe('');
  const indexes = await api.ownerPool.query(
    `select from pg_indexes where indexname = 'invoice_state_by_date'`,
  );
  expect(indexes.rowCount).toBe(1);
});

it('has series that are not due for years, so that nothing runs during a measurement', async () => {
  const clock = `${addDays(today, 5 * 365)}T12:00:00Z`;
  expect(await findNextDays(api.db, clock)).toBe(0);
  expect(await api.db.transaction().execute((db) => takeDue(db, clock, 1))).toEqual([]);
});

it('has categories of recurring tasks that open', async () => {
  const caller = await api.as({});
  const { rows } = await caller.call(recurringTaskCategories.list, {});
  const category = await caller.call(recurringTaskCategories.open, { id: rows[0]?.id ?? '' });
  expect(category.rule.rrule).toBe('FREQ=MONTHLY;BYMONTHDAY=10');
});

it('has monthly balances that agree with the journal lines', async () => {
  const caller = await api.as({});
  const entities = await api.ownerPool.query<{ id: string }>('select id from billing_entity');
  for (const { id: entityId } of entities.rows) {
    const { rows } = await caller.call(trialBalances.open, { entityId, asOf: '2023-03-10' });
    const lines = await trialBalance(api.db, entityId, '2023-03-10');
    expect(rows.map(({ account, debit, credit }) => [account.code, debit - credit])).toEqual(
      lines.filter(({ base }) => base !== 0).map(({ code, base }) => [code, base]),
    );
  }
});
