import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { requestOf } from '../../http/request-of.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

type Given = Partial<InputOf<typeof expenses.create>>;

let api: TestApi;
let fixture: ExpenseFixture;
let indian: string;
let japanese: string;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
  indian = await makeEntity(api.db, {
    regime: 'IN',
    country: 'IN',
    currency: 'INR',
    registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }],
  });
  japanese = await makeEntity(api.db, { regime: 'JP', country: 'JP', currency: 'JPY' });
});
afterAll(() => api.stop());

const draft = (more: Given) => fixture.claimant.call(expenses.create, fixture.expense(more));
const row = (rate: string, net: number, tax: number, ...names: string[]) => ({
  rate,
  category: 'S',
  net,
  tax,
  components: names.map((name) => ({ name, tax: tax / names.length })),
});

describe('the input tax of an expense', () => {
  it.each<[string, Given, unknown]>([
    ['one row of the rate that explains the tax', {}, [row('21', 1000, 210, 'VAT')]],
    ['a rate to the minor unit', { gross: 1199, taxAmount: 200 }, [row('20', 999, 200, 'VAT')]],
    ['not stated where no usual rate explains it', { gross: 11_270, taxAmount: 1270 }, null],
    ['not stated without tax', { taxAmount: 0 }, null],
  ])('is proposed: %s', async (_what, given, expected) => {
    expect((await draft(given)).inputTax).toEqual(expected);
  });

  it('has several rates that add up to it, and says so on the row where they do not', async () => {
    const given = { gross: 1765, taxAmount: 265 };
    const rows = [
      { rate: '20', net: 1000, tax: 200 },
      { rate: '10.0', net: 400, tax: 65 },
    ] as const;
    const tip = { rate: '0', category: 'O', net: 100 } as const;
    const made = await draft({ ...given, inputTax: [...rows, tip] });
    expect(made.inputTax).toEqual([
      row('20', 1000, 200, 'VAT'),
      row('10', 400, 65, 'VAT'),
      { rate: '0', category: 'O', net: 100, tax: 0, components: [] },
    ]);
    const wrong = await fixture.claimant.refused(
      expenses.create,
      fixture.expense({ ...given, inputTax: [rows[0], { ...rows[1], tax: 60 }] }),
    );
    expect(wrong.errors).toMatchObject({
      'inputTax.1.net': [{ code: 'NET_ROWS_DIFFER' }],
      'inputTax.1.tax': [{ code: 'TAX_ROWS_DIFFER' }],
    });
  });

  it.each<[string, Given, string]>([
    ['supplierCountry', { supplierTaxId: 'FR40303265045' }, 'REQUIRED'],
    ['supplierTaxId', { supplierCountry: 'FR', supplierTaxId: 'FR40303265046' }, 'TAX_ID_CHECKSUM'],
    ['inputTax.0.rate', { inputTax: [{ rate: '5', category: 'E', tax: 0 }] }, 'RATE_WITHOUT_TAX'],
    ['inputTax.0.tax', { inputTax: [{ rate: '0', category: 'E' }] }, 'TAX_ON_NON_TAXABLE'],
    ['inputTax.0.category', { inputTax: [{ rate: '21', category: 'AE' }] }, 'NOT_A_CHOICE'],
    ['inputTax.0.components', { inputTax: [{ rate: '21', components: ['IGST'] }] }, 'NOT_A_CHOICE'],
    ['inputTax', { taxAmount: 0, reverseCharge: true }, 'REQUIRED'],
    ['taxAmount', { reverseCharge: true, inputTax: [{ rate: '20' }] }, 'REVERSE_CHARGE'],
  ])('is refused with an error on %s', async (field, more, code) => {
    const refused = await fixture.claimant.refused(expenses.create, fixture.expense(more));
    expect(refused.errors[field]?.[0]?.code).toBe(code);
  });

  it('is in the export and in the history of the expense', async () => {
    const made = await draft({ supplierCountry: 'FR', supplierTaxId: 'FR 40 303 265 045' });
    const rows = [
      { rate: '20', net: 500, tax: 160 },
      { rate: '10', net: 500 },
    ];
    await fixture.claimant.call(
      expenses.edit,
      { ...fixture.expense({ inputTax: rows, description: 'Two rates' }), id: made.id },
      { version: made.version },
    );
    const { events } = await fixture.claimant.call(history.of, { kind: 'expense', id: made.id });
    expect(events.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'inputTax',
      before: { as: 'text', text: '21 %' },
      after: { as: 'text', text: '20 %, 10 %' },
    });
    const { payload } = await fixture.claimant.inject(
      requestOf(expenses.export, { format: 'csv', q: 'Two rates' }, {}),
    );
    expect(payload).toMatch(/Supplier’s country.*Supplier’s tax number.*Tax the firm reclaims/);
    expect(payload).toMatch(/"?20 %, 10 %"?,No/);
  });

  it.each([
    ['of the same state', '27AAACR5055K1Z7', ['CGST', 'SGST']],
    ['of another state', '29AABCF8078M1C8', ['IGST']],
  ])(
    'consists of CGST and SGST or of IGST in India: from a supplier %s',
    async (_what, supplierTaxId, names) => {
      const bought = { entityId: indian, supplierCountry: 'IN', supplierTaxId, gross: 1180, taxAmount: 180 };
      const [first] = (await draft(bought)).inputTax ?? [];
      expect(first?.components.map(({ name }) => name)).toEqual(names);
      const stated = await draft({ ...bought, inputTax: [{ rate: '18', components: ['IGST'] }] });
      expect(stated.inputTax?.[0]?.components).toEqual([{ name: 'IGST', tax: 180 }]);
    },
  );
});

describe('an expense under reverse charge', () => {
  const service: Given = {
    gross: 1000,
    taxAmount: 0,
    supplierCountry: 'DE',
    supplierTaxId: 'de 136 695 976',
    reverseCharge: true,
    inputTax: [{ rate: '20' }],
  };

  it('pays the supplier the net, and posts the tax as due and as reclaimed', async () => {
    const made = await fixture.at('approved', service);
    expect(made).toMatchObject({ supplierTaxId: 'DE136695976', net: 1000, tax: 0, gross: 1000 });
    expect(made.inputTax).toEqual([{ ...row('20', 1000, 200, 'VAT'), category: 'AE' }]);
    expect(made.recoverableTax).toBe(200);
    expect(await entryOf(api, made.id)).toEqual({
      '5410': 1000,
      input_tax: 200,
      'output_tax.VAT': -200,
      staff_payable: -1000,
    });
  });

  it('costs the tax too if the firm cannot reclaim it', async () => {
    const made = await fixture.at('approved', { ...service, taxRecoverable: false, paidBy: 'bank' });
    expect(await entryOf(api, made.id)).toEqual({ '5410': 1200, 'output_tax.VAT': -200, bank: -1000 });
  });

  it('leaves nothing in the ledger once it is reversed', async () => {
    const { id } = await fixture.at('reversed', service);
    expect(Object.values(await entryOf(api, id)).filter((amount) => amount !== 0)).toEqual([]);
  });
});

describe('the expenses of a month in the tax registers', () => {
  it('add up to the input tax and, under reverse charge, to the output tax', async () => {
    const own = await openExpenseFixture(api);
    const { approver, entityId } = own;
    const rates = [
      { rate: '20', net: 1000, tax: 200 },
      { rate: '10', net: 400, tax: 40 },
    ];
    const named = { supplierCountry: 'FR', supplierTaxId: 'FR40303265045' };
    await own.at('approved', { ...named, gross: 1640, taxAmount: 240, inputTax: rates });
    await own.at('approved', { gross: 11_270, taxAmount: 1270 });
    await own.at('approved', { taxRecoverable: false });
    const owed = { taxAmount: 0, gross: 1000, reverseCharge: true, inputTax: [{ rate: '20' }] };
    await own.at('approved', { ...owed, supplierCountry: 'DE', supplierTaxId: 'DE136695976' });
    await own.at('reversed', owed);
    const filter = { entityId, from: '2026-03-01', to: '2026-03-31', sheet: 'documents' as const };
    const input = { filter: { ...filter, register: 'input' as const } };
    const right = { deferred: 0, open: 0, difference: 0, others: 0 };
    expect((await approver.call(taxRegisters.total, input)).comparison).toEqual([
      { component: '', register: 1710, ledger: 1710, ...right },
    ]);
    expect((await approver.call(taxRegisters.total, { filter })).comparison).toMatchObject([
      { component: 'VAT', register: 200, ledger: 200, ...right },
    ]);
    const cellsOf = async (of: typeof input | { filter: typeof filter }) =>
      (await approver.call(taxRegisters.list, of)).rows.map(({ cells }) =>
        [3, 5, 8, 9, 10, 11, 12, 13].map((at) => cells[at]),
      );
    // Step, number, category, reverse charge, rate, net, VAT, and tax of a rate that is not stated.
    expect((await cellsOf(input)).slice(0, 5)).toEqual([
      ['Posted', 'FR40303265045', 'Taxed', 'No', '20', 1000, 200, 0],
      ['Posted', 'FR40303265045', 'Taxed', 'No', '10', 400, 40, 0],
      ['Posted', null, 'Taxed', 'No', '12.7', 10_000, 0, 1270],
      ['Posted', null, 'Taxed', 'No', '21', 1210, 0, 0],
      ['Posted', 'DE136695976', 'Reverse charge', 'Yes', '20', 1000, 200, 0],
    ]);
    expect((await cellsOf({ filter })).map((cells) => cells.slice(0, 7))).toEqual([
      ['Posted', 'DE136695976', 'Reverse charge', 'Yes', '20', 1000, 200],
      ['Posted', null, 'Reverse charge', 'Yes', '20', 1000, 200],
      ['Reversed', null, 'Reverse charge', 'Yes', '20', -1000, -200],
    ]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });
});

const purchase = (more: Given = {}): Given => ({
  entityId: japanese,
  gross: 1111,
  taxAmount: 101,
  qualifiedIssuer: false,
  ...more,
});

describe('a Japanese purchase without a qualified invoice', () => {
  it.each([
    ['2023-09-30', '100', 101],
    ['2023-10-01', '80', 80],
    ['2026-09-30', '80', 80],
    ['2026-10-01', '70', 70],
  ])('on %s lets the firm reclaim %s %% of the tax, rounded down', async (expenseDate, pct, tax) => {
    const made = await draft(purchase({ expenseDate }));
    expect(made).toMatchObject({ qualifiedIssuer: false, recoverablePct: pct, recoverableTax: tax });
  });

  it('reclaims another share on request, and all with a qualified invoice', async () => {
    expect(await draft(purchase({ recoverablePct: '50' }))).toMatchObject({ recoverableTax: 50 });
    const qualified = await draft(purchase({ qualifiedIssuer: true, recoverablePct: '50' }));
    expect(qualified).toMatchObject({ qualifiedIssuer: true, recoverablePct: '100', recoverableTax: 101 });
  });

  it('posts the part that is not reclaimed as cost', async () => {
    const { id } = await fixture.at('approved', purchase({ expenseDate: '2026-03-10' }));
    expect(await entryOf(api, id)).toEqual({ '5410': 1031, input_tax: 80, staff_payable: -1111 });
  });

  it('is a question in Japan alone', async () => {
    const made = await draft({ qualifiedIssuer: false, recoverablePct: '50' });
    expect(made).toMatchObject({ qualifiedIssuer: null, recoverablePct: '100', recoverableTax: 210 });
  });
});
