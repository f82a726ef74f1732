import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import type { VoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';

let api: TestApi;
let admin: Caller;
let fixture: VoucherFixture;

beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as({});
  fixture = await openVoucherFixture(api, admin);
});
afterEach(() => api.stop());

const april = { from: '2026-04-01', to: '2026-04-30' };
const mark = () =>
  admin.call(taxRegisters.mark, { entityId: fixture.entityId, register: 'output', ...april });
const late = async (period = april) =>
  (
    await admin.call(taxRegisters.list, {
      filter: { entityId: fixture.entityId, ...period, sheet: 'late' },
    })
  ).rows.map(({ cells }) => cells);

/** Waits until a statement waits for a lock. */
async function somebodyWaits(): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rowCount } = await api.ownerPool.query(waitsForLock);
    if (rowCount !== 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('nothing waits');
}

const dayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());

/** A transaction that does this and then waits to be ended. */
async function inProgress(statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = await api.ownerPool.connect();
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

// docs/rules.md#tax-registers
describe('a period that is exported', () => {
  it('lists apart what began before the export and was posted after it', async () => {
    const { draft } = await fixture.ofClient();
    const { id, version } = await draft('100');
    const end = await inProgress('select from invoice where id = $1 for update', [id]);
    const issued = admin.call(invoices.issue, { id }, { version });
    await somebodyWaits();
    const { taxes } = await mark();
    await end();
    const { number } = await issued;
    expect(taxes).toEqual([]);
    expect((await late()).map((cells) => cells[1])).toEqual([number]);
  });

  it('waits for a posting in progress', async () => {
    const end = await inProgress('select from billing_entity where id = $1 for key share', [
      fixture.entityId,
    ]);
    const marked = mark();
    await somebodyWaits();
    await end();
    expect(await marked).toMatchObject(april);
  });

  it('refuses a void that was asked for while it was being exported', async () => {
    const { issued } = await fixture.ofClient();
    const { id, version } = await issued('100');
    const end = await inProgress(
      `with held as (select id from billing_entity where id = $1 for update)
       insert into tax_export (id, entity_id, register, period_from, period_to, taxes)
       select gen_random_uuid(), id, 'output', '2026-04-01', '2026-04-30', '[]' from held`,
      [fixture.entityId],
    );
    const refused = admin.refused(
      invoices.void,
      { id, voidDate: '2026-04-30', reason: 'Wrong' },
      { version },
    );
    await somebodyWaits();
    await end();
    expect(await refused).toMatchObject({ code: 'TAX_PERIOD_EXPORTED' });
  });

  it('lists late changes however often other periods were exported since', async () => {
    const { issued } = await fixture.ofClient();
    await mark();
    const { number } = await issued('100');
    await api.ownerPool.query(
      `insert into tax_export (id, entity_id, register, period_from, period_to, taxes)
       select gen_random_uuid(), $1, 'output', '2026-05-01', '2026-05-31', '[]' from generate_series(1, 25)`,
      [fixture.entityId],
    );
    const year = { from: '2026-04-01', to: '2027-03-31' };
    expect((await late(year)).map((cells) => cells[1])).toEqual([number]);
    const { exports } = await admin.call(taxRegisters.total, {
      filter: { entityId: fixture.entityId, ...year },
    });
    expect(exports).toHaveLength(20);
  });

  it('dates a late change by the day in the time zone of the billing entity', async () => {
    const { issued } = await fixture.ofClient();
    await mark();
    await issued('100');
    // On one of them it is another day than in London.
    const zone =
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => dayIn(one) !== dayIn('UTC')) ?? 'UTC';
    await api.ownerPool.query('update billing_entity set timezone = $1 where id = $2', [
      zone,
      fixture.entityId,
    ]);
    expect((await late()).map((cells) => cells.at(-1))).toEqual([dayIn(zone)]);
  });
});
