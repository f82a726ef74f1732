import { uuidv7 } from 'uuidv7';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { soak } from '../../../test/effort.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

const rounds = soak(2, 50);
jest.setTimeout(soak(180_000, 600_000));

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

interface Answer {
  status: boolean;
  code?: string;
}

const post = async (path: string, payload: object, version?: number): Promise<Answer> => {
  const headers = version === undefined ? {} : { 'if-match': String(version) };
  return (await admin.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })).json<Answer>();
};

const count = async (sql: string): Promise<number> =>
  Number((await api.ownerPool.query<{ count: string }>(sql)).rows[0]?.count);

describe('concurrent credit notes', () => {
  it('and receipts never settle more than an invoice owes', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const target = await fixture.issued(1000);
      const source = await fixture.issued(5000);
      const notes = [
        await issuedCredit(admin, creditOf(fixture, [[source, 600]])),
        await issuedCredit(admin, creditOf(fixture, [[source, 600]])),
      ];
      const allocations = [{ invoiceId: target.id, amount: 600 }];
      const answers = await Promise.all([
        ...notes.map(({ id }) => post(`/credit-notes/${id}/allocate`, { date: '2026-04-06', allocations })),
        post('/receipts', fixture.receipt(600, { allocations })),
      ]);
      expect(answers.filter(({ status }) => status)).toHaveLength(1);
      const refused = answers.filter(({ status }) => !status).map(({ code }) => code);
      expect(refused).toEqual(['ALLOC_EXCEEDS_TARGET', 'ALLOC_EXCEEDS_TARGET']);
      const { paid, credited, outstanding } = await admin.call(invoices.open, { id: target.id });
      expect([paid + credited, outstanding]).toEqual([600, 400]);
    }
  });

  it('never credit a line twice: as many succeed as fit', async () => {
    const invoice = await fixture.issued(1000);
    const drafts = await Promise.all(
      Array.from({ length: 8 }, () => admin.call(creditNotes.create, creditOf(fixture, [[invoice, 300]]))),
    );
    const answers = await Promise.all(
      drafts.map(({ id, version }) => post(`/credit-notes/${id}/issue`, {}, version)),
    );
    expect(answers.filter(({ status }) => status)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => !status).map(({ code }) => code))).toEqual(
      new Set(['CN_EXCEEDS_INVOICE_LINE']),
    );
    expect(await count('select count(*) from number_gap')).toBe(0);
  });

  it('are never applied twice', async () => {
    const source = await fixture.issued(1000);
    const { id } = await issuedCredit(admin, creditOf(fixture, [[source, 1000]]));
    const targets = await Promise.all(Array.from({ length: 4 }, () => fixture.issued(400)));
    const answers = await Promise.all([
      ...targets.map((target) =>
        post(`/credit-notes/${id}/allocate`, {
          date: '2026-04-06',
          allocations: [{ invoiceId: target.id, amount: 400 }],
        }),
      ),
      ...[1, 2].map(() =>
        post(`/credit-notes/${id}/refund`, { date: '2026-04-06', amount: 400, mode: 'bank' }),
      ),
    ]);
    expect(answers.filter(({ status }) => status)).toHaveLength(2);
    expect(await admin.call(creditNotes.open, { id })).toMatchObject({ available: 200 });
  });

  it('and the void of their invoice: only one of them succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const invoice = await fixture.issued(1000);
      const draft = await admin.call(creditNotes.create, creditOf(fixture, [[invoice, 300]]));
      const [credited, voided] = await Promise.all([
        post(`/credit-notes/${draft.id}/issue`, {}, draft.version),
        post(`/invoices/${invoice.id}/void`, { voidDate: '2026-04-06', reason: 'Wrong' }, invoice.version),
      ]);
      expect([credited?.status, voided?.status].filter(Boolean)).toHaveLength(1);
    }
  });
});

const refusedAs = (...statements: [sql: string, values?: unknown[]][]) => refusedInSql(api, ...statements);

const allocateSql = (note: string, invoice: string, amount: number): [string, unknown[]] => [
  `insert into allocation (id, credit_note_id, invoice_id, amount, invoice_base, receipt_base, allocated_on)
     values ($1, $2, $3, $4, $4, $4, '2026-04-06')`,
  [uuidv7(), note, invoice, amount],
];

describe('the database', () => {
  it('refuses the application’s role any change of an issued credit note, its lines or its balance', async () => {
    const invoice = await fixture.issued(1000);
    const { id, lines } = await issuedCredit(admin, creditOf(fixture, [[invoice, 500]]), [
      { invoiceId: invoice.id, amount: 200 },
    ]);
    const line = lines[0]?.id;
    expect(await refusedAs(['update credit_note set total = 1 where id = $1', [id]])).toBe('DB001');
    expect(await refusedAs(['delete from credit_note where id = $1', [id]])).toBe('DB001');
    expect(await refusedAs(['update credit_note_line set amount = 1 where id = $1', [line]])).toBe('DB001');
    expect(await refusedAs(['delete from credit_note_line where id = $1', [line]])).toBe('DB001');
    expect(await refusedAs(['truncate credit_note cascade'])).toBe('42501');
    expect(await refusedAs(['update credit_note_state set applied = 0'])).toBe('42501');
    expect(await refusedAs(['select credit_note_moves($1, -1, 0)', [id]])).toBe('42501');
    expect(await refusedAs(['delete from credit_note_refund'])).toBe('42501');
    const gone = `update credit_note_state set status = 'void', available = 0, void_date = '2026-04-06' where id = $1`;
    expect(await refusedAs([gone, [id]])).toBe('23514');
    const free = await issuedCredit(admin, creditOf(fixture, [[invoice, 100]]));
    // Within all limits, but its entry is still posted.
    expect(await refusedAs([gone, [free.id]])).toBe('DB006');
  });

  it('refuses an application that exceeds either document, joins documents of different clients or has no entry', async () => {
    const invoice = await fixture.issued(1000);
    const other = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    const theirs = await other.issued(1000);
    const small = await issuedCredit(admin, creditOf(fixture, [[invoice, 100]]));
    const large = await issuedCredit(admin, creditOf(fixture, [[await fixture.issued(5000), 5000]]));
    expect(await refusedAs(allocateSql(small.id, invoice.id, 101))).toBe('DB009');
    expect(await refusedAs(allocateSql(large.id, invoice.id, 1001))).toBe('DB007');
    expect(await refusedAs(allocateSql(large.id, theirs.id, 1))).toBe('DB008');
    expect(await refusedAs(allocateSql(large.id, invoice.id, 1))).toBe('DB006');
    const both = `insert into allocation (id, receipt_id, credit_note_id, invoice_id, amount, invoice_base, receipt_base, allocated_on)
      values ($1, $2, $2, $3, 1, 1, 1, '2026-04-06')`;
    expect(await refusedAs([both, [uuidv7(), large.id, invoice.id]])).toBe('23514');
    const refund = `insert into credit_note_refund (id, credit_note_id, amount, base, refunded_on, mode)
      values ($1, $2, $3, $3, '2026-04-06', 'bank')`;
    expect(await refusedAs([refund, [uuidv7(), small.id, 101]])).toBe('DB009');
    expect(await refusedAs([refund, [uuidv7(), small.id, 1]])).toBe('DB006');
  });

  it('refuses a credit above what was invoiced', async () => {
    const invoice = await fixture.issued(1000);
    const { id } = await admin.call(creditNotes.create, creditOf(fixture, [[invoice, 1000]]));
    const more = 'update credit_note_line set amount = 1001, net = 1001 where credit_note_id = $1';
    const issue = `update credit_note set net = 1001, total = 1001, number = 'X', seq = 1, fy = '2026', supplier = bill_to,
      issued_at = now() where id = $1`;
    expect(await refusedAs([more, [id]], [issue, [id]])).toBe('DB012');
    // Within the limit of its line, but its number was not drawn from the series.
    const plain = `update credit_note set number = 'X', seq = 1, fy = '2026', supplier = bill_to, issued_at = now() where id = $1`;
    expect(await refusedAs([plain, [id]])).toBe('DB006');
  });
});
