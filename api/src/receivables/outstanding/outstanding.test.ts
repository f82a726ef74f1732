import { strFromU8, unzipSync } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { ageingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import { outstanding, outstandingBy } from '@daybook/contracts/receivables/outstanding/outstanding';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { pdfPages } from '../../../test/files/pdf-pages.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';
import { endPrinting } from '../../pdf/print-pdf.ts';

type Filter = NonNullable<InputOf<typeof outstanding.list>['filter']>;

const day = '2026-06-30';
let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let ids: Record<'anton' | 'bela' | 'group' | 'audit' | 'tax' | 'service', string>;

const run = (statement: string, values: unknown[] = []) => api.ownerPool.query(statement, values);

/** Anton owes 900.00 EUR of three ages and has 50.00 in advance; Bela, whose manager is someone else, owes 70.00 USD. */
beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  const manager = await api.as({ userType: 'manager', name: 'Mira' });
  const bela = await makeClient(api.db, { entityId: fixture.entityId, crmId: manager.id, name: 'Bela' });
  ids = {
    anton: fixture.clientId,
    bela,
    group: uuidv7(),
    audit: uuidv7(),
    tax: uuidv7(),
    service: uuidv7(),
  };
  await run(`insert into client_group (id, name) values ($1, 'North')`, [ids.group]);
  await run(`insert into department (id, name) values ($1, 'Audit'), ($2, 'Tax')`, [ids.audit, ids.tax]);
  await run(
    `insert into service (id, name, department_id, tax_code_id, price, currency) values ($1, 'Audit', $2, $3, 100, 'EUR')`,
    [ids.service, ids.audit, fixture.taxCodeId],
  );
  await run(
    `update client set name = 'Anton', sort_name = 'Anton', search_text = 'anton', group_id = $2, tags = '{vip}' where id = $1`,
    [ids.anton, ids.group],
  );
  await run('update client set manager_id = $2 where id = $1', [bela, manager.id]);
  await run(`insert into client_department (client_id, department_id) values ($1, $2)`, [ids.anton, ids.tax]);
  const line = { qty: '1', taxCodeId: fixture.taxCodeId };
  await fixture.issued(0, {
    dueDate: '2026-06-30',
    lines: [
      { ...line, description: 'Audit', unitPrice: '100', serviceId: ids.service },
      { ...line, description: 'Return', unitPrice: '200' },
    ],
  });
  await fixture.issued(20_000, { dueDate: '2026-06-15' });
  await fixture.issued(40_000, { issueDate: '2026-01-01', dueDate: '2026-01-31' });
  await admin.call(receipts.create, fixture.receipt(5_000, { receiptDate: '2026-05-05' }));
  await fixture.issued(7_000, { clientId: bela, currency: 'USD', fxRate: '0.9', dueDate: '2026-07-20' });
  await run(
    `update client set status = 'inactive', inactive_on = '2026-06-01', status_reason = 'Left' where id = $1`,
    [bela],
  );
  await admin.call(exchangeRates.create, {
    from: 'USD',
    to: 'EUR',
    date: '2026-06-01',
    rate: '0.8',
    source: null,
  });
});
afterAll(async () => {
  await api.stop();
  await endPrinting();
});

const asked = (filter: object = {}) => ({ asOf: day, entityId: fixture.entityId, ...filter });
const list = async (filter: Filter = {}, more: Omit<InputOf<typeof outstanding.list>, 'filter'> = {}) =>
  (await admin.call(outstanding.list, { ...more, filter: asked(filter) })).rows;
const names = async (filter: Filter, more = {}) => (await list(filter, more)).map(({ who }) => who?.label);

/** The sums of each currency, whatever their lines stand for. */
const sumsBy = async (by: (typeof outstandingBy)[number]) =>
  (await admin.call(outstanding.total, { filter: asked({ by }) })).sections.map((section) => ({
    ...section,
    lines: 0,
  }));
const documents = async (filter: object) =>
  (await admin.call(outstanding.documents, { filter: asked(filter) })).rows.map(
    ({ kind, open, days, bucket }) => [kind, open, days, bucket],
  );

describe('the outstanding report', () => {
  it('ages what each client owes in each currency, with unapplied credit beside it', async () => {
    expect(await list()).toMatchObject([
      {
        who: { id: ids.anton, label: 'Anton' },
        currency: 'EUR',
        notDue: 30_000,
        buckets: [20_000, 0, 0, 40_000, 0],
        unapplied: 5_000,
        balance: 85_000,
        overdue: 60_000,
        oldestDays: 150,
        lastReceiptOn: '2026-05-05',
      },
      {
        who: { label: 'Bela' },
        currency: 'USD',
        notDue: 7_000,
        unapplied: 0,
        balance: 7_000,
        overdue: 0,
        oldestDays: 0,
      },
    ]);
  });

  it('adds each currency up, and estimates it in the base currency at the rate of the day', async () => {
    const { sections, total, bounds } = await admin.call(outstanding.total, { filter: asked() });
    expect({ total, bounds }).toEqual({ total: 2, bounds: [30, 60, 90, 180] });
    expect(sections).toMatchObject([
      {
        currency: 'EUR',
        lines: 1,
        notDue: 30_000,
        buckets: [20_000, 0, 0, 40_000, 0],
        balance: 85_000,
        dueThisMonth: 30_000,
        estimate: null,
      },
      {
        currency: 'USD',
        balance: 7_000,
        estimate: { currency: 'EUR', balance: 5_600, rateOn: '2026-06-01' },
      },
    ]);
  });

  it('of a day to come shows what will be due if nothing comes in, and of an early day nothing that came later', async () => {
    expect(await list({ asOf: '2026-07-31', clientId: ids.bela })).toMatchObject([
      { overdue: 7_000, buckets: [7_000, 0, 0, 0, 0] },
    ]);
    expect(await list({ asOf: '2026-02-01' })).toMatchObject([
      { balance: 40_000, buckets: [40_000, 0, 0, 0, 0], oldestDays: 1 },
    ]);
  });

  it('leaves an invoice out until the day of its issue, though nothing moves on that day', async () => {
    const later = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id, name: 'Later' });
    await fixture.issued(9_000, { clientId: later, issueDate: '2026-08-01', dueDate: '2026-08-31' });
    expect(await names({ asOf: '2026-07-31' })).not.toContain('Later');
    expect(await names({ asOf: '2026-08-01' })).toContain('Later');
  });

  it('ages by the issue date where that is asked for', async () => {
    expect(await list({ basis: 'issue', currency: 'EUR' })).toMatchObject([
      { notDue: 0, buckets: [0, 0, 0, 90_000, 0], overdue: 60_000, oldestDays: 180 },
    ]);
  });

  it.each<[string, Filter, string[]]>([
    ['a client', { clientId: '$bela' }, ['Bela']],
    ['a group', { groupId: '$group' }, ['Anton']],
    ['a department', { departmentId: '$tax' }, ['Anton']],
    ['a currency', { currency: 'USD' }, ['Bela']],
    ['a tag', { tag: 'vip' }, ['Anton']],
    ['active clients', { active: 'true' }, ['Anton']],
    ['what is overdue', { overdue: 'true' }, ['Anton']],
    ['unapplied credit', { unapplied: 'true' }, ['Anton']],
    ['a least amount', { minimum: '7001' }, ['Anton']],
    ['an age', { overDays: '149' }, ['Anton']],
    ['an age beyond the oldest', { overDays: '150' }, []],
    ['a bucket', { bucket: '4' }, ['Anton']],
    ['an empty bucket', { bucket: '5' }, []],
    ['what is not due', { bucket: '0' }, ['Anton', 'Bela']],
  ])('finds the lines of %s, and counts them', async (_, filter, expected) => {
    const given = Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [
        name,
        String(value).startsWith('$') ? ids[String(value).slice(1) as 'bela'] : value,
      ]),
    );
    expect(await names(given)).toEqual(expected);
    const { total } = await admin.call(outstanding.total, { filter: asked(given) });
    expect(total).toBe(expected.length);
  });

  it('is searched by the client, and sorted and paged from the whole', async () => {
    expect(await names({}, { q: 'anton' })).toEqual(['Anton']);
    const other = await openBillingFixture(api, admin);
    const small = await makeClient(api.db, { entityId: other.entityId, crmId: admin.id, name: 'Cora' });
    await run(`update client set name = 'Dora', sort_name = 'Dora' where id = $1`, [other.clientId]);
    await other.issued(900, { dueDate: '2026-01-31', issueDate: '2026-01-01' });
    await other.issued(100, { clientId: small, dueDate: '2026-06-29' });
    await other.issued(300, { clientId: small, currency: 'USD', fxRate: '0.9' });
    for (const [sort, expected] of [
      ['name', ['Cora', 'Dora']],
      ['-name', ['Dora', 'Cora']],
      ['balance', ['Cora', 'Dora']],
      ['-balance', ['Dora', 'Cora']],
      ['-overdue', ['Dora', 'Cora']],
      ['overdue', ['Cora', 'Dora']],
      ['oldest', ['Cora', 'Dora']],
      ['-oldest', ['Dora', 'Cora']],
    ] as const)
      expect([sort, await names({ entityId: other.entityId, currency: 'EUR' }, { sort })]).toEqual([
        sort,
        expected,
      ]);
    const page = { sort: '-balance', pageSize: 1, filter: { asOf: day, entityId: other.entityId } } as const;
    const first = await admin.call(outstanding.list, page);
    const second = await admin.call(outstanding.list, { ...page, cursor: first.next ?? '' });
    const third = await admin.call(outstanding.list, { ...page, cursor: second.next ?? '' });
    expect([first, second, third].map(({ rows }) => rows[0]?.who?.label)).toEqual(['Dora', 'Cora', 'Cora']);
    expect(third.next).toBeNull();
  });

  it('has the same sums whatever its lines stand for, and splits invoices over departments by their lines', async () => {
    const byClient = await sumsBy('client');
    for (const by of outstandingBy) expect([by, await sumsBy(by)]).toEqual([by, byClient]);
    const parts = await list({ by: 'department', clientId: ids.anton });
    expect(parts.map(({ who, balance }) => [who?.label ?? null, balance])).toEqual([
      [null, -5_000],
      ['Audit', 10_000],
      ['Tax', 80_000],
    ]);
    expect(await names({ by: 'group', currency: 'EUR', active: 'true' })).toEqual(['North']);
    expect(await names({ by: 'manager', currency: 'USD' })).toEqual(['Mira']);
  });

  it('opens the documents of a line, and those of one bucket', async () => {
    expect(await documents({ whoId: ids.anton })).toEqual([
      ['invoice', 40_000, 150, 4],
      ['invoice', 20_000, 15, 1],
      ['invoice', 30_000, 0, 0],
      ['receipt', -5_000, null, null],
    ]);
    expect(await documents({ whoId: ids.anton, bucket: '1' })).toEqual([['invoice', 20_000, 15, 1]]);
    expect(await documents({ by: 'group', whoId: 'none', currency: 'USD' })).toEqual([
      ['invoice', 7_000, -20, 0],
    ]);
    expect(await documents({ by: 'department', whoId: ids.audit })).toEqual([['invoice', 10_000, 0, 0]]);
  });

  it('shows a person their own clients only, in lines, sums and documents', async () => {
    const crm = await api.as({ userType: 'crm', keys: ['followup.client_outstanding_report'] });
    await run('update client set crm_id = $2 where id = $1', [ids.bela, crm.id]);
    const own = { filter: asked() };
    const { rows } = await crm.call(outstanding.list, own);
    expect(rows.map(({ who }) => who?.label)).toEqual(['Bela']);
    expect((await crm.call(outstanding.total, own)).sections.map(({ currency }) => currency)).toEqual([
      'USD',
    ]);
    const { rows: theirs } = await crm.call(outstanding.documents, own);
    expect(theirs.map(({ client }) => client.label)).toEqual(['Bela']);
    expect((await crm.call(outstanding.list, { filter: { asOf: day, clientId: ids.anton } })).rows).toEqual(
      [],
    );
  });

  it('is exported with its lines on one sheet and their documents on another', async () => {
    const answer = await admin.inject(
      requestOf(outstanding.export, { format: 'xlsx', filter: { asOf: day, clientId: ids.anton } }),
    );
    const files = unzipSync(answer.rawPayload);
    const sheet = (no: number) => strFromU8(files[`xl/worksheets/sheet${no}.xml`] ?? new Uint8Array());
    expect([1, 2].map((no) => sheet(no).match(/<row /g)?.length)).toEqual([2, 5]);
  });

  it('is printed across the page, a table for each currency, in the reader’s language', async () => {
    const answer = await admin.inject(
      requestOf(outstanding.pdf, { filter: asked() }, { headers: { 'accept-language': 'fr' } }),
    );
    expect(answer.statusCode).toBe(200);
    const text = pdfPages(answer.rawPayload)
      .map((page) => page.text)
      .join('');
    for (const printed of ['Restantdû', '30juin2026', 'Anton', '850,00', 'Bela', 'USD', '91–180'])
      expect(text).toContain(printed);
  });
});

describe('the buckets of the firm', () => {
  it('are those of every report once they are saved, by whoever has the setting', async () => {
    const { version } = await admin.call(ageingSetting.open, {});
    const saved = await admin.call(ageingSetting.save, { bounds: [10, 100] }, { version });
    expect(saved).toEqual({ bounds: [10, 100], version: version + 1 });
    expect(await list({ clientId: ids.anton })).toMatchObject([
      { notDue: 30_000, buckets: [0, 20_000, 40_000] },
    ]);
    expect(await admin.refused(ageingSetting.save, { bounds: [30] }, { version })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    await admin.call(ageingSetting.save, { bounds: [30, 60, 90, 180] }, { version: version + 1 });
  });

  it.each([[[30, 30]], [[60, 30]], [[0]], [[]]])(
    'are refused on their field if they are %j',
    async (bounds) => {
      const { version } = await admin.call(ageingSetting.open, {});
      expect(await admin.refused(ageingSetting.save, { bounds }, { version })).toMatchObject({
        code: 'INPUT_INVALID',
        errors: { [bounds[0] === 0 ? 'bounds.0' : 'bounds']: expect.any(Array) },
      });
      await expect(run('update ageing_setting set bounds = $1', [bounds])).rejects.toMatchObject({
        code: '23514',
      });
    },
  );
});
