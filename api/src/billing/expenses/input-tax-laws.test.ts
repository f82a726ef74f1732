import { uuidv7 } from 'uuidv7';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let fixture: ExpenseFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
});
afterAll(() => api.stop());

const rows = (...all: object[]) => `'${JSON.stringify(all)}'::jsonb`;
const vat = (tax: number) => [{ name: 'VAT', tax }];
const whole = { rate: '21', category: 'S', net: 1000, tax: 210, components: vat(210) };

describe('the input tax of an expense, under the application’s own role,', () => {
  it.each<[string, string]>([
    ['rows that are no list', `input_tax = '{}'`],
    ['rows that do not add up to the net', `input_tax = ${rows({ ...whole, net: 999 })}`],
    [
      'rows that do not add up to the tax',
      `input_tax = ${rows({ ...whole, tax: 209, components: vat(209) })}`,
    ],
    ['components that do not add up', `input_tax = ${rows({ ...whole, components: vat(209) })}`],
    ['a component named twice', `input_tax = ${rows({ ...whole, components: [...vat(100), ...vat(110)] })}`],
    ['tax on an exempt purchase', `input_tax = ${rows({ ...whole, category: 'E' })}`],
    ['tax owed by the firm without reverse charge', `input_tax = ${rows({ ...whole, category: 'AE' })}`],
    ['reverse charge with tax of the supplier', 'reverse_charge = true'],
    ['a part of the tax without the reason', 'recoverable_pct = 80'],
    ['a number without its country', `supplier_tax_id = '1'`],
  ])('refuses %s', async (_what, columns) => {
    const { id } = await fixture.at('draft');
    await expect(api.appPool.query(`update expense set ${columns} where id = '${id}'`)).rejects.toMatchObject(
      {
        code: '23514',
      },
    );
  });

  it('computes what is recoverable itself', async () => {
    const { id } = await fixture.at('draft');
    expect(await refusedInSql(api, ['update expense set recoverable_tax = 1 where id = $1', [id]])).toBe(
      '428C9',
    );
  });

  it('refuses an approved expense that posts another tax than it states', async () => {
    const { id } = await fixture.at('approved', { paidBy: 'bank' });
    const entry = uuidv7();
    const lines = `insert into journal_line (entry_id, no, entity_id, entry_date, account_id, currency, debit, credit, base_debit, base_credit)
      select $1, no, $2, '2026-03-20', (select id from ledger_account where system_key = key), 'EUR', debit, credit, debit, credit
      from (values (1, 'input_tax', 1, 0), (2, 'bank', 0, 1)) as line (no, key, debit, credit)`;
    expect(
      await refusedInSql(
        api,
        [
          `insert into journal_entry (id, entity_id, entry_date, source_type, source_id) values ($1, $2, '2026-03-20', 'expense', $3)`,
          [entry, fixture.entityId, id],
        ],
        [lines, [entry, fixture.entityId]],
        [
          `update expense set status = 'reversed', reversed_at = now(), reversed_on = '2026-03-21', reversal_reason = 'Twice', reversed_by = $2
            where id = $1`,
          [id, fixture.approver.id],
        ],
        ['set constraints expense_tax_as_posted immediate'],
      ),
    ).toBe('DB006');
  });
});
