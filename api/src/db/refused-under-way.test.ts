import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { minor } from '@daybook/contracts/money/money';
import { openBillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { openExpenseFixture } from '../../test/fixtures/expense-fixture.ts';
import { laterCheque, moveTo, west } from '../../test/fixtures/later-cheques.ts';
import { eventually } from '../../test/installation.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { refusedByDatabase } from './refused-by-database.ts';

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

/** How the API answers a statement that its own checks did not refuse. */
const answerTo = (statement: string) =>
  api.appPool.query(statement).then(
    () => null,
    (error: Error) => refusedByDatabase(error),
  );

describe('the database still refuses, after the API’s check,', () => {
  it('an expense without a file, above a limit that was set meanwhile', async () => {
    const fixture = await openExpenseFixture(api);
    const { entityId } = fixture;
    const { id } = await fixture.at('draft');
    await api.db
      .updateTable('billingEntity')
      .set({ expenseFileLimit: minor(100) })
      .where('id', '=', entityId)
      .execute();
    expect(await answerTo(`update expense set status = 'submitted' where id = '${id}'`)).toMatchObject({
      code: 'FILE_REQUIRED',
      fields: { attachmentId: [{ code: 'FILE_REQUIRED' }] },
    });
  });

  it('a post-dated cheque whose day has come meanwhile', async () => {
    const fixture = await openBillingFixture(api, admin);
    await moveTo(api, fixture, west);
    const { id } = await admin.call(postdatedCheques.create, laterCheque(fixture));
    const insert = `insert into postdated_cheque (id, entity_id, client_id, currency, amount, due_on, instrument_no,
        instrument_bank, input, search_text)
      select gen_random_uuid(), entity_id, client_id, currency, amount, date '2026-01-01', instrument_no,
        instrument_bank, input, search_text from postdated_cheque where id = '${id}'`;
    expect(await answerTo(insert)).toMatchObject({
      code: 'INPUT_INVALID',
      fields: { receiptDate: [{ code: 'INPUT_INVALID' }] },
    });
  });
});

/** The answer to a change of the base currency that begins while a statement of another connection is uncommitted. */
async function changedBeside(entityId: string, statement: string): Promise<string> {
  const [writer, changer] = [await api.appPool.connect(), await api.appPool.connect()];
  const { rows } = await changer.query<{ pid: number }>('select pg_backend_pid() as pid');
  try {
    await writer.query('begin');
    await writer.query(statement);
    const changed = changer
      .query(`update billing_entity set base_currency = 'JPY' where id = $1`, [entityId])
      .then(
        () => 'changed',
        (error: { code: string }) => error.code,
      );
    let isDone = false;
    void changed.then(() => (isDone = true));
    await eventually(async () => {
      const waiting = await api.ownerPool.query(`select pid from pg_locks where pid = $1 and not granted`, [
        rows[0]?.pid,
      ]);
      expect(isDone || waiting.rowCount !== 0).toBe(true);
    });
    await writer.query('commit');
    return await changed;
  } finally {
    await writer.query('rollback');
    writer.release();
    changer.release();
  }
}

describe('the base currency, changed beside another transaction', () => {
  it('waits for an expense that is being entered, and stays', async () => {
    const fixture = await openExpenseFixture(api);
    const { entityId } = fixture;
    const { id } = await fixture.at('draft');
    const copy = `insert into expense (id, entity_id, currency, expense_date, category_id, description, net, tax, gross,
        tax_recoverable, paid_by, claimant_id)
      select gen_random_uuid(), entity_id, currency, expense_date, category_id, description, net, tax, gross,
        tax_recoverable, paid_by, claimant_id from removed`;
    const again = `with removed as (delete from expense where id = '${id}' returning *) ${copy}`;
    expect(await changedBeside(entityId, again)).toBe('DB005');
  });

  it('waits for a draft that is being given its rate, and stays', async () => {
    const fixture = await openBillingFixture(api, admin);
    const { entityId } = fixture;
    const { id } = await fixture.draft(100_00, { currency: 'USD' });
    expect(await changedBeside(entityId, `update invoice set fx_rate = 0.9 where id = '${id}'`)).toBe(
      'DB005',
    );
  });
});
