import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { makeClient } from '../../../../test/fixtures/masters.ts';
import {
  openOpeningImports,
  openingHeads as heads,
  openingLine as line,
} from '../../../../test/fixtures/opening-import-fixture.ts';
import type { OpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';
import { findBookFaults } from '../../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let desk: OpeningImports;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin', name: 'Ada Admin' });
});
beforeEach(async () => {
  desk = await openOpeningImports(api, admin);
});
afterAll(() => api.stop());

const figures = async () =>
  Object.fromEntries(
    (await desk.standing()).map(({ kind, number, date, dueDate, currency, amount, fxRate, section }) => [
      number,
      [kind, date, dueDate, currency, amount, fxRate, section],
    ]),
  );

/** Several kinds and currencies; one row has no number, no due date and no currency. */
const file = () => [
  heads,
  line(desk.code, 'A-1', '2026-01-15', '2026-02-14', 'EUR', '1250.50'),
  line(desk.code, 'A-2', '2026-02-01', '', 'USD', '-40', '0.9'),
  line(desk.code, 'A-3', '2026-02-01', '2026-03-01', 'JPY', '120000', '0.0061'),
  line(desk.code, 'A-4', '2026-02-01', '2026-03-01', 'KWD', '1.234', '3.0125'),
  line(desk.code, 'A-1', '2026-01-15', '', '', '10', '', 'TDS', '194J'),
  line(desk.code, '', '2026-03-01', '', '', '7'),
];

describe('an import of opening balances', () => {
  it('posts documents, advances and tax withheld in many currencies, on the cut-over date', async () => {
    const checked = await desk.checked(file());
    // The dry run shows how it reads the cells.
    const [first, second] = await desk.rowsOf(checked.id);
    const read = [first, second].map((one) => one?.changes.map(({ after }) => after));
    expect(read).toEqual([
      ['2026-01-15', '2026-02-14', 'EUR', '1250.50', 'Document'],
      ['2026-02-01', 'USD', '-40.00', '0.9', 'Advance'],
    ]);
    const done = await desk.run(checked);
    expect(done).toMatchObject({ status: 'done', outcomes: { made: 6, refused: 0 } });
    const { 'A-1': _both, ...others } = await figures();
    expect(others).toEqual({
      'A-2': ['receipt', '2026-02-01', '2026-02-01', 'USD', 4_000, '0.9', null],
      'A-3': ['invoice', '2026-02-01', '2026-03-01', 'JPY', 120_000, '0.0061', null],
      'A-4': ['invoice', '2026-02-01', '2026-03-01', 'KWD', 1_234, '3.0125', null],
      [`OB-${desk.code}`]: ['invoice', '2026-03-01', '2026-03-31', 'EUR', 700, '1', null],
    });
    expect((await desk.standing()).filter(({ number }) => number === 'A-1').map(({ kind }) => kind)).toEqual([
      'invoice',
      'withheld',
    ]);
    const days = await desk.count(
      `select count(*) from journal_entry where entity_id = $1 and entry_date = '2026-03-31'`,
      desk.entityId,
    );
    expect(days).toBe(6);
    expect((await desk.rowsOf(done.id)).map(({ record }) => record?.kind)).toEqual([
      'invoice',
      'receipt',
      'invoice',
      'invoice',
      'withholding_entry',
      'invoice',
    ]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('changes nothing when the file comes again, even if the client’s payment terms have changed', async () => {
    await desk.imported(file());
    const posted = await desk.entries();
    await api.ownerPool.query('update client set payment_terms_days = 60 where id = $1', [
      desk.fixture.clientId,
    ]);
    const again = await desk.checked(file());
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 6, refused: 0 });
    expect(await desk.run(again)).toMatchObject({ status: 'done', outcomes: { made: 0, same: 6 } });
    expect(await desk.entries()).toBe(posted);
  });

  it('shows what a row changes, and posts it anew in place of what it replaces', async () => {
    await desk.bring([desk.row('A-1', '100'), desk.row('A-2', '-40')]);
    const checked = await desk.checked([
      heads,
      line(desk.code, 'a-1', '2026-01-15', '2026-02-20', '', '120'),
      line(desk.code, 'A-2', '2026-01-15', '', '', '15'),
    ]);
    expect(checked.counts).toMatchObject({ changed: 2 });
    const changes = (await desk.rowsOf(checked.id)).map((one) =>
      one.changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`),
    );
    expect(changes).toEqual([
      ['Due date: 2026-02-14 → 2026-02-20', 'Outstanding: 100.00 → 120.00'],
      ['Outstanding: -40.00 → 15.00', 'Kind: Advance → Document', 'Due date:  → 2026-02-14'],
    ]);
    expect((await desk.run(checked)).outcomes).toMatchObject({ changed: 2, refused: 0 });
    expect(await figures()).toMatchObject({
      'a-1': ['invoice', '2026-01-15', '2026-02-20', 'EUR', 12_000, '1', null],
      'A-2': ['invoice', '2026-01-15', '2026-02-14', 'EUR', 1_500, '1', null],
    });
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('finds its columns in four languages, and a client by code, former code or name', async () => {
    const fields = ['client', 'number', 'date', 'dueDate', 'currency', 'amount', 'fxRate', 'kind', 'section'];
    for (const headings of [
      heads,
      ['Client', 'Facture n°', 'Date', 'Échéance', 'Devise', 'Solde', 'Taux', 'Nature', 'Retenu au titre de'],
      ['顧客', '請求書番号', '発行日', '期日', '通貨', '残高', 'レート', '種類', '源泉徴収の根拠'],
      ['客户', '发票号', '开票日期', '到期日', '币种', '余额', '汇率', '类型', '代扣依据'],
    ])
      expect((await desk.upload(Buffer.from(`${headings.join(',')}\r\na`))).columns).toEqual(fields);

    const client = { entityId: desk.entityId, crmId: admin.id };
    await makeClient(api.db, { ...client, name: 'Mina Harker' });
    const second = await makeClient(api.db, { ...client, name: 'Lucy Westenra' });
    await api.ownerPool.query(`update client set old_code = 'K/77' where id = $1`, [second]);
    const done = await desk.imported([
      heads,
      line('mina harker', 'B-1', '2026-01-15', '', '', '1'),
      line('k/77', 'B-2', '2026-01-15', '', '', '2'),
      line(desk.code.toLowerCase(), 'B-3', '2026-01-15', '', '', '3'),
    ]);
    expect(done.outcomes).toMatchObject({ made: 3 });
    const owners = (await desk.standing()).map(({ client: of, number }) => `${number} ${of.label}`);
    expect(owners).toEqual(expect.arrayContaining(['B-1 Mina Harker', 'B-2 Lucy Westenra']));
  });

  it('names tax withheld in any language, and refuses an advance without its minus sign', async () => {
    const kinds = [
      'TDS',
      'Retenue à la source',
      '源泉徴収額',
      '代扣税款',
      'Advance',
      '前受金',
      'salary',
      'Advance',
    ];
    const rows = kinds.map((kind, at) =>
      line(desk.code, `K-${at}`, '2026-01-15', '', '', at > 4 ? '5' : at === 4 ? '-5' : '5', '', kind),
    );
    expect(await desk.faultsOf([heads, ...rows])).toEqual([
      [],
      [],
      [],
      [],
      [],
      ['amount ADVANCE_WITHOUT_MINUS'],
      ['kind REFERENCE_UNKNOWN'],
      ['amount ADVANCE_WITHOUT_MINUS'],
    ]);
  });
});

describe('a row of an import of opening balances', () => {
  it('is refused with what is wrong, at its column', async () => {
    await makeClient(api.db, { entityId: desk.entityId, crmId: admin.id, name: 'Twin' });
    await makeClient(api.db, { entityId: desk.entityId, crmId: admin.id, name: 'twin' });
    const rows = [
      heads,
      line(desk.code, 'A-1', '2026-01-15', '', '', '100'),
      line('Nobody', 'A-2', 'soon', '', '', '1'),
      line('TWIN', 'A-3', '2026-01-15', '', '', '1'),
      line(desk.code, 'A-4', 'soon', '', '', '1.234'),
      line(desk.code, 'A-5', '2026-04-01', '2026-03-01', '', ''),
      line(desk.code, 'a-1', '2026-01-15', '', 'XXX', '5'),
      line(desk.code, 'A-6', '2026-01-15', '', 'USD', '5'),
      line(desk.code, 'A-7', '2026-01-15', '', '', 'lots', '2'),
      line('', 'A-8', '', '', '', '5'),
      line(desk.code, 'A-9', '2026-01-15', '', '', '#REF!'),
      line(desk.code, 'A-10', '2026-01-15', '', '', '5', '', '', 'x'.repeat(201)),
      line(desk.code, 'A-11', '2026-01-15', '', '', '-5', '', 'withheld', '1'.repeat(31)),
      line(desk.code, 'A-12', '2026-01-15', '', '', '0'),
      line(desk.code, 'A-13', '2026-01-15', '', '', '99999999999999.99'),
    ];
    const found = await desk.faultsOf(rows);
    expect(found).toEqual([
      [],
      ['client REFERENCE_UNKNOWN'],
      ['client CLIENT_AMBIGUOUS'],
      ['date DATE_INVALID', 'amount TOO_FINE'],
      ['date DATE_AFTER_CUT_OVER', 'dueDate DATE_BEFORE_ISSUE', 'amount REQUIRED'],
      ['number TWICE', 'currency CURRENCY_UNKNOWN'],
      ['fxRate REQUIRED'],
      ['amount WRONG_FORMAT', 'fxRate FX_RATE_SAME_CURRENCY'],
      ['client REQUIRED'],
      ['amount CELL_ERROR'],
      ['section TOO_LONG'],
      ['amount ALLOC_AMOUNT', 'section TOO_LONG'],
      ['amount REQUIRED'],
      ['amount TOO_BIG'],
    ]);
    const checked = await desk.checked(rows);
    for (const { faults } of await desk.rowsOf(checked.id))
      for (const { message, label } of faults) {
        expect(message).not.toMatch(/^[A-Z_]+$|\{\{/);
        expect(label).not.toBeNull();
      }
    const { version, id } = checked;
    expect((await admin.refused(openingImports.run, { id }, { version })).code).toBe('IMPORT_HAS_REFUSED');
    expect(await desk.run(checked)).toMatchObject({ outcomes: { made: 1, refused: 13 } });
  });

  it('is refused for characters that cannot be printed, as a number that is typed', async () => {
    const unprintable = ['A\u0001', 'A\u202E1'];
    const rows = unprintable.map((number) => line(desk.code, number, '2026-01-15', '', '', '10'));
    expect(await desk.faultsOf([heads, ...rows])).toEqual([
      ['number TEXT_NOT_PRINTABLE'],
      ['number TEXT_NOT_PRINTABLE'],
    ]);
    expect((await desk.refused([desk.row('A\u202E1', '10')])).errors).toMatchObject({
      'rows.0.number': [{ code: 'TEXT_NOT_PRINTABLE' }],
    });
  });

  it('is refused as a duplicate however far from the first it stands', async () => {
    const many = Array.from({ length: 600 }, (_none, at) =>
      line(desk.code, `N-${at % 599}`, '2026-01-15', '', '', '1'),
    );
    const { id, counts } = await desk.checked([heads, ...many]);
    expect(counts).toMatchObject({ new: 599, refused: 1 });
    const [last] = (await admin.call(openingImports.rows, { id, filter: { state: ['refused'] } })).rows;
    expect(last).toMatchObject({ id: '601', faults: [{ code: 'TWICE' }] });
  });

  it('that is settled or whose client is locked is refused, unless it would change nothing', async () => {
    await desk.bring([desk.row('A-1', '100')]);
    const same = line(desk.code, 'A-1', '2026-01-15', '2026-02-14', '', '100');
    const other = line(desk.code, 'A-1', '2026-01-15', '2026-02-14', '', '90');
    await admin.call(openingBalances.lock, { entityId: desk.entityId });
    expect(await desk.faultsOf([heads, other])).toEqual([['client OPENING_LOCKED']]);
    expect((await desk.checked([heads, same])).counts).toMatchObject({ same: 1 });
  });
});
