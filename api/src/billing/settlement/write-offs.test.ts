import { uuidv7 } from 'uuidv7';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { entryOf, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { soak } from '../../../test/effort.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

const rounds = soak(2, 50);
jest.setTimeout(soak(180_000, 600_000));

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

const date = '2026-05-01';
const giveUp = ({ id }: Invoice, amount: number, more: object = {}) => ({
  id,
  amount,
  date,
  reason: 'Insolvent',
  ...more,
});
const writtenOff = (invoice: Invoice, amount: number) =>
  admin.call(writeOffs.create, giveUp(invoice, amount), invoice);
const paying = (id: string, amount: number, more: object = {}) =>
  fixture.receipt(amount, { allocations: [{ invoiceId: id, amount }], ...more });
const count = async (statement: string, ...values: unknown[]): Promise<number> =>
  Number((await api.ownerPool.query<{ count: string }>(statement, values)).rows[0]?.count);

describe('a write-off', () => {
  it('takes off a part until nothing is outstanding, and has its own entry on its date', async () => {
    const invoice = await fixture.issued(1_000);
    const part = await writtenOff(invoice, 300);
    expect(part).toMatchObject({ status: 'part_paid', outstanding: 700, writtenOff: 300, paid: 0 });
    const whole = await writtenOff(invoice, 700);
    expect(whole).toMatchObject({ status: 'written_off', outstanding: 0, version: invoice.version });
    const [first] = whole.writeOffs;
    expect(first).toMatchObject({ date, amount: 300, reason: 'Insolvent', reversedOn: null });
    expect(await entryOf(api, first?.id ?? '')).toEqual({ bad_debt: 300, receivable: -300 });
    const { rows } = await admin.call(invoices.list, { filter: { status: ['written_off'] } });
    expect(rows.map(({ id }) => id)).toContain(invoice.id);
  });

  it('makes the amount outstanding again from the date of its reversal', async () => {
    const invoice = await fixture.issued(1_000);
    const { writeOffs: made } = await writtenOff(invoice, 1_000);
    const writeOffId = made[0]?.id ?? '';
    const takeBack = { id: invoice.id, writeOffId, date: '2026-05-02' };
    const early = await admin.refused(writeOffs.takeBack, { ...takeBack, date: '2026-04-30' }, invoice);
    expect(early.errors['date']?.[0]?.code).toBe('DATE_TOO_EARLY');
    expect(await admin.call(writeOffs.takeBack, takeBack, invoice)).toMatchObject({
      status: 'issued',
      outstanding: 1_000,
      writtenOff: 0,
      writeOffs: [{ reversedOn: '2026-05-02' }],
    });
    expect(await entryOf(api, writeOffId)).toEqual({ bad_debt: 0, receivable: 0 });
    expect((await admin.refused(writeOffs.takeBack, takeBack, invoice)).code).toBe('STATE_NOT_ALLOWED');
    // In between, nothing was owed.
    const ledger = { clientId: fixture.clientId, entityId: fixture.entityId, currency: 'EUR' };
    const { rows } = await admin.call(clientLedgers.open, { ...ledger, asOf: '2026-05-02' });
    const lines = rows.filter(({ document }) => document.id === invoice.id);
    expect(lines.map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
      ['invoice', 1_000, 0],
      ['write_off', 0, 1_000],
      ['write_off_back', 1_000, 0],
    ]);
    await admin.call(invoices.void, { id: invoice.id, voidDate: '2026-05-02', reason: 'Wrong' }, invoice);
  });

  it('never exceeds the amount owed, and is dated between its invoice and today', async () => {
    const invoice = await fixture.issued(1_000);
    const over = await admin.refused(writeOffs.create, giveUp(invoice, 1_001), invoice);
    expect(over).toMatchObject({ code: 'ALLOC_EXCEEDS_TARGET', errors: { amount: [expect.anything()] } });
    for (const [day, code] of [
      ['2026-02-28', 'DATE_TOO_EARLY'],
      ['2199-01-01', 'DATE_FUTURE'],
    ]) {
      const refused = await admin.refused(writeOffs.create, giveUp(invoice, 1, { date: day }), invoice);
      expect(refused.errors['date']?.[0]?.code).toBe(code);
    }
    await admin.call(receipts.create, paying(invoice.id, 1_000));
    expect((await admin.refused(writeOffs.create, giveUp(invoice, 1), invoice)).code).toBe(
      'STATE_NOT_ALLOWED',
    );
  });

  it('leaves the amount of a reversed receipt outstanding', async () => {
    const invoice = await fixture.issued(1_000);
    const receipt = await admin.call(receipts.create, paying(invoice.id, 600));
    expect(await writtenOff(invoice, 400)).toMatchObject({ status: 'written_off', outstanding: 0 });
    await admin.call(receipts.reverse, { id: receipt.id, date, reason: 'Recalled', bounced: false });
    expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({
      outstanding: 600,
      writtenOff: 400,
    });
    await admin.call(receipts.create, paying(invoice.id, 600, { receiptDate: date }));
    expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({ status: 'written_off' });
  });

  it('clears the base currency to the last unit', async () => {
    const invoice = await fixture.issued(1_000, { currency: 'USD', fxRate: '0.9333' });
    const usd = { currency: 'USD', fxRate: '0.95' };
    await admin.call(receipts.create, paying(invoice.id, 333, usd));
    await writtenOff(invoice, 333);
    const { writeOffs: made } = await writtenOff(invoice, 334);
    const { rows } = await api.ownerPool.query<{ left: string }>(
      `select sum(base_debit - base_credit) as left from journal_line join journal_entry on id = entry_id
       join ledger_account account on account.id = account_id
       where system_key = 'receivable' and journal_line.client_id = $1 and journal_line.currency = 'USD'`,
      [fixture.clientId],
    );
    expect(Number(rows[0]?.left)).toBe(0);
    expect(made).toHaveLength(2);
  });
});

describe('concurrent write-offs and receipts', () => {
  it('never settle more than is owed: as many succeed as fit', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const invoice = await fixture.issued(1_000);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          admin.inject(
            index % 2 === 0
              ? requestOf(receipts.create, paying(invoice.id, 300))
              : requestOf(writeOffs.create, giveUp(invoice, 300), { version: invoice.version }),
          ),
        ),
      );
      const codes = answers.map((answer) => answer.json<{ code?: string }>().code ?? 'done');
      expect(codes.filter((code) => code === 'done')).toHaveLength(3);
      expect(new Set(codes)).toEqual(new Set(['done', 'ALLOC_EXCEEDS_TARGET']));
      const after = await admin.call(invoices.open, { id: invoice.id });
      expect(after).toMatchObject({ status: 'part_paid', outstanding: 100 });
      expect(after.paid + after.writtenOff).toBe(900);
    }
    expect(await count(`select coalesce(sum(base_debit - base_credit), 0) as count from journal_line`)).toBe(
      0,
    );
    expect(await count('select count(*) from number_gap')).toBe(0);
  });
});

const refusedAs = (statement: string, ...values: unknown[]) => refusedInSql(api, [statement, values]);
describe('the database', () => {
  const insert = `insert into write_off (id, invoice_id, amount, base, reason, written_off_on) values ($1, $2, $3, $3, 'x', '${date}')`;

  it('refuses a write-off above the amount owed, of a draft, or without its entry, and every change of one', async () => {
    const invoice = await fixture.issued(1_000);
    const draft = await admin.call(invoices.create, {
      entityId: fixture.entityId,
      clientId: fixture.clientId,
      issueDate: date,
      dueDate: date,
      currency: 'EUR',
      docLocale: 'en',
      lines: [{ description: 'x', qty: '1', unitPrice: '1', taxCodeId: fixture.taxCodeId }],
    });
    expect(await refusedAs(insert, uuidv7(), invoice.id, 1_001)).toBe('DB007');
    expect(await refusedAs(insert, uuidv7(), draft.id, 1)).toBe('DB007');
    expect(await refusedAs(insert, uuidv7(), invoice.id, -1)).toBe('23514');
    // Within its limits, but not posted.
    expect(await refusedAs(insert, uuidv7(), invoice.id, 1)).toBe('DB006');
    const { writeOffs: made } = await writtenOff(invoice, 500);
    const id = made[0]?.id;
    expect(await refusedAs('update write_off set amount = 1 where id = $1', id)).toBe('DB001');
    expect(await refusedAs('delete from write_off where id = $1', id)).toBe('42501');
    expect(await refusedAs('update invoice_state set written_off = 0')).toBe('42501');
    const taken = `update write_off set reversed_on = '${date}', reversed_at = now() where id = $1`;
    expect(await refusedAs(taken, id)).toBe('DB006');
  });
});
