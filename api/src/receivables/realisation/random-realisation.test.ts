import { uuidv7 } from 'uuidv7';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { realisationGroupings } from '@daybook/contracts/receivables/realisation/realisation';
import type { RealisationGrouping } from '@daybook/contracts/receivables/realisation/realisation';
import { effort } from '../../../test/effort.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { moneySteps } from '../../../test/random-books/money-steps.ts';
import { newTask, workSteps } from '../../../test/random-books/work-steps.ts';
import { WorkingFirm } from '../../../test/random-books/working-firm.ts';
import type { Market, Step } from '../../../test/random-books/working-firm.ts';
import { expectedRows, realisedParts, reportedRows } from '../../../test/random-books/realised.ts';
import { sealAll } from '../../../test/seal-all.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { randomOf } from '../../demo/random.ts';

let api: TestApi;
let admin: Caller;
let workers: Caller[];
let markets: Market[];
let categoryIds: (string | null)[];

async function makeDepartment(name: string): Promise<string> {
  const id = uuidv7();
  await api.db.insertInto('department').values({ id, name }).execute();
  return id;
}

async function makeService(name: string, taxCodeId: string, departmentId: string | null): Promise<string> {
  const id = uuidv7();
  await api.db.insertInto('service').values({ id, name, taxCodeId, departmentId }).execute();
  return id;
}

/** Two billing entities with currencies of their own; one of them bills only work. */
async function openMarket(currency: string, billsOthers: boolean, departments: string[]): Promise<Market> {
  const entityId = await makeEntity(api.db, { currency, roundTotalTo: billsOthers ? 100 : 0 });
  const [full, none] = [
    await makeTaxCode(api.db, { code: `V${currency}`, rate: '20' }),
    await makeTaxCode(api.db, { code: `E${currency}`, rate: '0', category: 'E' }),
  ];
  const groupId = uuidv7();
  const client = (departmentIds: string[]) =>
    makeClient(api.db, { entityId, crmId: admin.id, currency, departmentIds });
  const clientIds = [await client([]), await client(departments), await client(departments.slice(0, 1))];
  await api.db
    .insertInto('clientGroup')
    .values({ id: groupId, name: `Group ${currency}`, payerClientId: null })
    .execute();
  await api.db.updateTable('client').set({ groupId }).where('id', 'in', clientIds.slice(0, 2)).execute();
  await api.db
    .updateTable('clientGroup')
    .set({ payerClientId: clientIds[0] ?? null })
    .where('id', '=', groupId)
    .execute();
  const serviceIds = [
    await makeService(`Audit ${currency}`, full, departments[0] ?? null),
    await makeService(`Advice ${currency}`, none, null),
  ];
  return { entityId, currency, clientIds, serviceIds, taxCodeIds: [full, none], billsOthers };
}

const charge = (rate: number, more: object) =>
  admin.call(chargeRates.create, { currency: 'EUR', rate, validFrom: '2026-01-01', ...more });
const cost = (personId: string | undefined, currency: string, more: object) =>
  admin.call(costRates.create, {
    personId: personId ?? '',
    currency,
    rate: 3_333,
    validFrom: '2026-01-01',
    ...more,
  });

/** Rates of every kind, with a gap in May; the cost of one person is in another currency until June. */
async function makeRates([euros]: readonly Market[]): Promise<void> {
  const [one, other] = workers;
  await charge(10_001, { validTo: '2026-05-14' });
  await charge(9_000, { validFrom: '2026-05-20' });
  await charge(12_007, { personId: other?.id, validFrom: '2026-06-01' });
  await charge(8_333, { serviceId: euros?.serviceIds[0], validFrom: '2026-07-01' });
  await charge(11_111, { clientId: euros?.clientIds[2], validFrom: '2026-05-10' });
  await charge(13_000, { clientId: euros?.clientIds[2], personId: one?.id, validFrom: '2026-06-10' });
  await charge(14_000, { clientId: euros?.clientIds[1], serviceId: euros?.serviceIds[1] });
  await charge(7_777, { currency: 'GBP' });
  await cost(one?.id, 'EUR', {});
  await cost(other?.id, 'GBP', { validTo: '2026-06-14' });
  await cost(other?.id, 'EUR', { validFrom: '2026-06-15', rate: 4_001 });
}

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  workers = [
    await api.as({ userType: 'executive', keys: ['tasks.view'], name: 'Doer' }),
    await api.as({ userType: 'executive', keys: ['tasks.view'], name: 'Reviewer' }),
  ];
  const departments = [await makeDepartment('Audit'), await makeDepartment('Tax')];
  // One of the people works in both departments.
  for (const departmentId of departments)
    await api.db
      .insertInto('userDepartment')
      .values({ userId: workers[0]?.id ?? '', departmentId })
      .execute();
  markets = [await openMarket('EUR', false, departments), await openMarket('GBP', true, departments)];
  await makeRates(markets);
  const category = async (name: string, departmentId: string | null) => {
    const id = uuidv7();
    await api.db.insertInto('taskCategory').values({ id, name, departmentId }).execute();
    return id;
  };
  categoryIds = [await category('Returns', departments[1] ?? null), await category('Calls', null), null];
});
afterAll(() => api.stop());

const period = { from: '2026-01-01', to: '2199-12-31' };
const today = new Date().toISOString().slice(0, 10);
const pairs: [RealisationGrouping, RealisationGrouping?][] = [
  ...realisationGroupings.map((by): [RealisationGrouping] => [by]),
  ['client', 'person'],
  ['month', 'department'],
  ['person', 'category'],
];

/** Income of an entity that bills only work, by month and department. */
async function incomeOf(entityId: string): Promise<Record<string, number>> {
  const { rows } = await api.ownerPool.query<{ key: string; amount: number }>(
    `select to_char(line.entry_date, '"EUR|"YYYY-MM-01') || '|' || coalesce(line.department_id::text, 'none') as key,
       sum(line.credit - line.debit)::int as amount
     from journal_line line join ledger_account account on account.id = line.account_id
     where line.entity_id = $1 and account.type = 'income' and account.system_key is distinct from 'rounding'
     group by 1 having sum(line.credit - line.debit) <> 0`,
    [entityId],
  );
  return Object.fromEntries(rows.map(({ key, amount }) => [key, amount]));
}

async function expectReports(firm: WorkingFirm): Promise<void> {
  const parts = await realisedParts(api, firm.works, today);
  for (const [by, thenBy] of pairs) {
    const reported = await reportedRows(admin, { ...period, by, ...(thenBy && { thenBy }) });
    expect({ by, thenBy, ...reported }).toEqual({
      by,
      thenBy,
      ...expectedRows(parts, thenBy ? [by, thenBy] : [by]),
    });
  }
  const [euros] = markets;
  const filter = { ...period, entityId: euros?.entityId ?? '', by: 'month', thenBy: 'department' } as const;
  const billed = Object.entries(await reportedRows(admin, filter)).flatMap(([key, row]) =>
    row.billed === 0 ? [] : [[key, row.billed]],
  );
  expect(Object.fromEntries(billed)).toEqual(await incomeOf(euros?.entityId ?? ''));
}

const { record, bill, change, complete, writeItemOff } = workSteps;
const { invoice, receive, credit, voidCredit } = moneySteps;
const often: Step[] = [record, record, record, record, bill, invoice, invoice, receive];
const any: Step[] = [
  newTask,
  newTask,
  complete,
  writeItemOff,
  writeItemOff,
  ...Object.values(workSteps),
  ...Object.values(moneySteps),
  change,
  complete,
  credit,
  credit,
  voidCredit,
];
const randomStep = ({ random }: WorkingFirm): Step => random.pick(random.chance(0.45) ? often : any);

/** What has to have happened for the report to be tested. */
const situations: Record<string, string> = {
  voided: `from invoice_state where status = 'void'`,
  billedAgain: `from credit_note_line where work = 'waits'`,
  givenUp: `from credit_note_line where work = 'given_up'`,
  creditedInPart: `from credit_note_line where work is null and invoice_line_id is not null`,
  creditOfACharge: `from credit_note_line where invoice_adjustment_id is not null`,
  creditVoided: `from credit_note_state where status = 'void'`,
  withdrawnAfterAnInvoice: `from line_work join invoice_line on id = line_id
    where not exists (select from pending_item where id = pending_item_id)`,
  paidInParts: `from allocation where receipt_id is not null group by invoice_id having count(*) > 1`,
  paymentUndone: `from allocation where receipt_id is not null and reversed_on is not null`,
  lossTakenBack: `from write_off where reversed_on is not null`,
  workWrittenOff: `from pending_item where status = 'written_off' and source = 'time'`,
  feeWrittenOff: `from pending_item where status = 'written_off' and source = 'task'`,
  feeBilled: `from line_work where time_bill_id is null`,
  billedToTheGroup: `from line_work join invoice_line on id = line_id join invoice on invoice.id = invoice_id join task on task.id = task_id
    where task.client_id <> invoice.client_id`,
  hoursOfSeveralPeople: `from time_bill_entry join time_entry on id = entry_id group by bill_id having count(distinct user_id) > 1`,
  timeMoved: `from time_entry where version > 1 and removed_at is null`,
};

async function situationsLeftOut(): Promise<string[]> {
  const left: string[] = [];
  for (const [name, from] of Object.entries(situations)) {
    const { rows } = await api.ownerPool.query(`select ${from} limit 1`);
    if (rows.length === 0) left.push(name);
  }
  return left;
}

it('the report equals what the rows say and what the ledger has, whatever is worked, billed, credited, paid and undone', async () => {
  const firm = new WorkingFirm({ api, admin, workers, markets, categoryIds }, randomOf('realisation'));
  for (let times = 0; times < 6; times += 1) await firm.do(newTask);
  const rounds = effort(1, 40);
  // A few more rounds, until no situation is left out by chance.
  for (
    let round = 1;
    round <= rounds || (round <= Math.max(30, 10 * rounds) && (await situationsLeftOut()).length > 0);
    round += 1
  ) {
    for (let step = 1; step <= 100; step += 1) await firm.do(randomStep(firm));
    await expectReports(firm);
  }
  expect(await situationsLeftOut()).toEqual([]);
  await sealAll(api.db);
  expect(await findBookFaults(api.db)).toEqual([]);
}, 600_000);
