import fc from 'fast-check';
import { propertyRuns } from '@daybook/contracts/property-runs';
import { staffMoney } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { uuidv7 } from 'uuidv7';
import { documentTotals } from '@daybook/contracts/money/document-totals';
import type {
  DocumentTotals,
  DocumentTotalsInput,
  TotalsLine,
} from '@daybook/contracts/money/document-totals';
import { taxOfParts } from '@daybook/contracts/money/input-tax';
import { minor, sum, NOTHING } from '@daybook/contracts/money/money';
import type { TaxTreatment } from '@daybook/contracts/money/tax-split';
import { makeClient, makeEntity } from '../../test/fixtures/masters.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { expenseEntries } from './expense-entries.ts';
import { staffEntries } from './staff-entries.ts';
import { invoiceEntries } from './invoice-entries.ts';
import { postEntry } from './post-entries.ts';
import type { Posting } from './post-entries.ts';
import { inBase, mirrored, receiptEntries } from './receipt-entries.ts';
import { trialBalance } from './trial-balance.ts';

const decimal = (max: number, scale: number) =>
  fc.integer({ min: 1, max }).map((units) => (units / 10 ** scale).toFixed(scale));
const amount = (max: number) => fc.integer({ min: 0, max }).map(minor);

const treatments: TaxTreatment[] = [
  { category: 'Z', ratePct: '0', components: [{ name: 'VAT', share: 1 }] },
  { category: 'S', ratePct: '20', components: [{ name: 'VAT', share: 1 }] },
  { category: 'S', ratePct: '5.5', components: [{ name: 'VAT', share: 1 }] },
  {
    category: 'S',
    ratePct: '18',
    components: [
      { name: 'CGST', share: 1 },
      { name: 'SGST', share: 1 },
    ],
  },
];
const tax = fc.constantFrom(...treatments);

const line: fc.Arbitrary<TotalsLine> = fc.record({
  qty: fc.tuple(fc.constantFrom('', '', '', '-'), decimal(99_999, 3)).map((parts) => parts.join('')),
  unitPrice: decimal(9_999_999, 4),
  discountPct: fc.constantFrom(undefined, '10', '33.333333'),
  chargeMinor: fc.constantFrom(undefined, minor(350)),
  tax,
  kind: fc.constantFrom('fee' as const, 'fee' as const, 'disbursement' as const),
});
const adjustments = fc.array(fc.record({ amount: amount(50_000), tax }), { maxLength: 2 });

const currency = fc.constantFrom('EUR', 'INR', 'JPY', 'KWD');
const document: fc.Arbitrary<DocumentTotalsInput> = fc.record({
  currency,
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  allowances: adjustments,
  charges: adjustments,
  discountMinor: fc.oneof(fc.constant(undefined), amount(10_000)),
  pricesIncludeTax: fc.boolean(),
  rounding: fc.constantFrom('document_rate' as const, 'line' as const),
  roundingDir: fc.constantFrom('half_up' as const, 'floor' as const),
  roundTotalTo: fc.constantFrom(0, 5, 100),
  prepaid: amount(20_000),
});

const money = fc.record({
  mode: fc.constantFrom('cash' as const, 'cheque' as const, 'bank' as const, 'adjustment' as const),
  amount: fc.integer({ min: 1, max: 10_000_000 }).map(minor),
  withheld: fc.nat(100_000).map(minor),
  bankCharge: fc.nat(5_000).map(minor),
});
const rate = fc.oneof(fc.constant('1'), decimal(2_000_000_000, 7));

const offBy = (postings: readonly Posting[]): number => sum(postings.map((posting) => posting.amount));
const isAccount = (account: Posting['account'], id: string): boolean =>
  typeof account === 'object' && account.id === id;
/** Every third fee is posted to an account of its own. */
const settled = ({ lines }: DocumentTotalsInput) =>
  lines.map(({ kind }, index) => ({
    kind,
    accountId: kind === 'fee' ? (index % 3 === 0 ? 'audit' : 'fees') : null,
    departmentId: index % 2 === 0 ? 'tax' : null,
  }));

describe('the entry of a document', () => {
  // docs/rules.md#entries-balance
  it('balances for 10,000 random invoices, and increases the client’s balance by the total', () => {
    fc.assert(
      fc.property(document, (input) => {
        const totals: DocumentTotals = documentTotals(input);
        const postings = invoiceEntries({ clientId: 'c', totals, lines: settled(input) });
        expect(offBy(postings)).toBe(0);
        const owed = postings.filter(({ account }) => account === 'receivable');
        expect(offBy(owed)).toBe(totals.total);
        const taxed = postings.filter(
          ({ account }) => typeof account === 'string' && account.startsWith('output_tax.'),
        );
        expect(offBy(taxed) + totals.tax).toBe(0);
        const income = postings.filter(({ account }) => account === 'income' || typeof account === 'object');
        const fees = totals.lines.filter((_line, index) => input.lines[index]?.kind === 'fee');
        const earned = [...fees, ...totals.charges].map(({ net }) => net);
        const allowed = totals.allowances.map(({ net }) => net);
        expect(offBy(income) + sum(earned) - sum(allowed)).toBe(0);
      }),
      { numRuns: propertyRuns },
    );
  });

  it('posts each fee to its own account, and the parts of charges and allowances within a unit each', () => {
    fc.assert(
      fc.property(document, (input) => {
        const totals = documentTotals(input);
        const lines = settled(input);
        const postings = invoiceEntries({ clientId: 'c', totals, lines });
        const fees = totals.lines.map(({ net }, index) => ({ net, ...lines[index] }));
        const whole = sum(fees.filter(({ kind }) => kind === 'fee').map(({ net }) => net));
        fc.pre(whole !== 0);
        const own = sum(fees.filter(({ accountId }) => accountId === 'audit').map(({ net }) => net));
        const adjusted =
          sum(totals.charges.map(({ net }) => net)) - sum(totals.allowances.map(({ net }) => net));
        const posted = offBy(postings.filter(({ account }) => isAccount(account, 'audit')));
        const most = fees.length * (totals.charges.length + totals.allowances.length);
        expect(Math.abs(posted + own + (adjusted * own) / whole)).toBeLessThanOrEqual(most + 0.001);
      }),
      { numRuns: propertyRuns },
    );
  });

  it('balances in both currencies for 10,000 random receipts, however they are allocated, and so does its reversal', () => {
    const parts = fc.array(fc.record({ percent: fc.nat(100), rate }), { maxLength: 4 });
    fc.assert(
      fc.property(money, currency, rate, parts, (received, from, fxRate, cut) => {
        // An adjustment brings no money: it settles only by tax withheld and bank charges.
        const given = received.mode === 'adjustment' ? { ...received, amount: NOTHING } : received;
        const receipt = inBase({ ...given, clientId: 'c', currency: from, fxRate }, 'EUR');
        const settled = cut.map(({ percent }) => {
          const piece = minor(Math.floor((given.amount * percent) / 400));
          const withheld = { amount: minor(percent), base: minor(percent + 1) };
          const clientId = percent % 3 === 0 ? 'another' : 'c';
          return {
            clientId,
            amount: piece,
            withheld,
            invoiceBase: minor(piece + percent),
            receiptBase: piece,
          };
        });
        const postings = receiptEntries(receipt, settled);
        expect(offBy(postings)).toBe(0);
        expect(sum(postings.map(({ base, amount: plain }) => base ?? plain))).toBe(0);
        expect(offBy([...postings, ...mirrored(postings)])).toBe(0);
      }),
      { numRuns: propertyRuns },
    );
  });
});

const spending = fc.record({
  net: fc.nat(10_000_000),
  tax: fc.nat(2_000_000),
  recoverable: fc.nat(2_000_000),
  selfAssessed: fc.array(
    fc.record({ name: fc.constantFrom('CGST', 'IGST'), tax: fc.nat(1_000_000).map(minor) }),
    {
      maxLength: 2,
    },
  ),
  pureAgent: fc.boolean(),
  paidBy: fc.constantFrom('bank' as const, 'cash' as const, 'person' as const),
  paidBack: fc.constantFrom(...staffMoney),
});

describe('the entry of an expense', () => {
  it('balances for 10,000 random expenses, and owes the claimant the amount until it is reimbursed', () => {
    fc.assert(
      fc.property(spending, (given) => {
        const gross = minor(given.net + given.tax);
        const selfAssessed = given.pureAgent ? [] : given.selfAssessed;
        const most = given.pureAgent ? 0 : given.tax + taxOfParts(selfAssessed);
        const spent = {
          ...given,
          gross,
          recoverable: minor(Math.min(given.recoverable, most)),
          selfAssessed,
          claimantId: 'p',
          accountId: 'a',
          departmentId: 'd',
        };
        const postings = expenseEntries(spent);
        expect(offBy(postings)).toBe(0);
        const owed = (of: readonly Posting[]) => offBy(of.filter(({ userId }) => userId === 'p'));
        expect(owed(postings) + (given.paidBy === 'person' ? gross : 0)).toBe(0);
        const paid = { userId: 'p', toUserId: null, amount: gross, base: gross };
        const back =
          given.paidBy === 'person'
            ? staffEntries({ ...paid, kind: 'settlement', account: given.paidBack })
            : [];
        const isFromHeld = given.paidBack === 'advance' || given.paidBack === 'staff_cash';
        const left = given.paidBy === 'person' && isFromHeld ? 0 - gross : 0;
        expect([offBy(back), owed([...postings, ...back])]).toEqual([0, left]);
        const due = postings.filter(
          ({ account }) => typeof account === 'string' && account.startsWith('output_tax.'),
        );
        expect(offBy(due) + taxOfParts(selfAssessed)).toBe(0);
        const laidOut = postings.filter(({ account }) => account === 'client_reimbursable');
        expect(offBy(laidOut)).toBe(given.pureAgent ? gross : 0);
        const ofDepartment = postings.filter(({ departmentId }) => departmentId === 'd');
        expect(ofDepartment.map(({ account }) => account)).toEqual(given.pureAgent ? [] : [{ id: 'a' }]);
      }),
      { numRuns: propertyRuns },
    );
  });
});

describe('the ledger', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  it('balances in each currency and in the base currency after every batch of random documents', async () => {
    const { id: crmId } = await api.as({});
    const entityId = await makeEntity(api.db);
    const clientId = await makeClient(api.db, { entityId, crmId });
    const batch = fc.array(fc.record({ input: document, fxRate: rate }), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(batch, async (documents) => {
        for (const { input, fxRate } of documents) {
          // A prepaid amount would need an advance, and there is none here.
          const totals = documentTotals({ ...input, prepaid: minor(0) });
          await api.db.transaction().execute((db) =>
            postEntry(db, {
              entityId,
              date: '2026-03-01',
              source: { type: 'invoice', id: uuidv7() },
              currency: input.currency,
              baseCurrency: 'EUR',
              fxRate: input.currency === 'EUR' ? '1' : fxRate,
              postings: invoiceEntries({
                clientId,
                totals,
                lines: input.lines.map(({ kind }) => ({ kind, accountId: null, departmentId: null })),
              }),
            }),
          );
        }
        const rows = await trialBalance(api.db, entityId, '2026-12-31');
        expect(rows.reduce((all, { base }) => all + BigInt(base), 0n)).toBe(0n);
        for (const each of new Set(rows.map((row) => row.currency))) {
          const own = rows.filter((row) => row.currency === each);
          expect([each, own.reduce((all, { balance }) => all + BigInt(balance), 0n)]).toEqual([each, 0n]);
        }
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});
