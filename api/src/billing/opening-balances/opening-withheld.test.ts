import { journal } from '@daybook/contracts/billing/journal/journal';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { OpeningInput } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { clients } from '@daybook/contracts/crm/clients/clients';
import {
  certificateFiles,
  withholdingCertificates,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { findBookFaults } from '../../books/book-findings.ts';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { cutOverOn, openOpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import type { OpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let { fixture, row, bring, standing, idOf, ledger, refused } = {} as OpeningFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  ({ fixture, row, bring, standing, idOf, ledger, refused } = await openOpeningFixture(api, admin));
});
afterAll(() => api.stop());

/** A row of tax withheld under 194J on 15 January 2026, the first quarter of the year. */
const tax = (number: string, amount: string, more: Partial<OpeningInput> = {}) =>
  row(number, amount, { kind: 'withheld', section: '194J', dueDate: '', ...more });

const register = async (filter: object = {}) =>
  (await admin.call(withholdingEntries.list, { filter: { clientId: fixture.clientId, ...filter } })).rows;

const certificate = (entryId: string, amount: number) => ({
  clientId: fixture.clientId,
  entityId: fixture.entityId,
  section: '194J',
  fy: '2026',
  quarter: 1,
  number: '16A-77',
  certificateDate: '2026-05-15',
  currency: 'EUR',
  amount,
  matches: [{ entryId, amount }],
});

describe('tax withheld before the cut-over date', () => {
  it('is posted against opening equity, and awaits its certificate in the register by its own day and section', async () => {
    expect(await bring([tax('R-7', '120.50')])).toMatchObject({ created: 1 });
    const id = await idOf('R-7');
    expect(await entryOf(api, id)).toEqual({ withholding_receivable: 12_050, opening_equity: -12_050 });
    expect(await standing()).toMatchObject([
      { kind: 'withheld', date: '2026-01-15', amount: 12_050, section: '194J', isSettled: false },
    ]);
    expect(await register()).toMatchObject([
      {
        id,
        source: { kind: 'opening', id, label: 'R-7' },
        invoices: [],
        section: '194J',
        fy: '2026',
        quarter: 1,
        deductedOn: '2026-01-15',
        amount: 12_050,
        open: 12_050,
        state: 'claimed',
        dueOn: '2026-06-15',
      },
    ]);
    // Nobody owes it to the firm: it is a claim on the tax office, and no movement of the client's ledger.
    expect(await ledger()).toMatchObject({ rows: [], closing: 0 });
    const { rows } = await admin.call(journal.list, {
      filter: { entityId: fixture.entityId, source: 'opening' },
    });
    expect(rows).toMatchObject([
      {
        date: cutOverOn,
        source: 'opening',
        document: { id, number: 'R-7', docKind: 'opening_withheld' },
        client: { id: fixture.clientId },
      },
    ]);
    expect((await admin.call(withholdingEntries.list, { q: 'r-7' })).rows.map((one) => one.id)).toContain(id);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('may have the number of an invoice, changes with its row, and can be taken back', async () => {
    const file = [row('A-1', '100'), tax('A-1', '10'), tax('', '4', { section: '' })];
    await bring(file);
    expect(await bring(file)).toEqual({ created: 0, changed: 0, same: 3, left: 0 });
    expect((await standing()).map(({ kind, number }) => `${kind} ${number}`).toSorted()).toEqual([
      'invoice A-1',
      'withheld A-1',
      expect.stringMatching(/^withheld WT-C-.*-2026-01-15$/),
    ]);
    expect(await bring([tax('a-1', '12', { section: '194C' })])).toMatchObject({ created: 0, changed: 1 });
    const entries = await register();
    expect(entries.map(({ state, section, amount }) => `${state} ${section} ${amount}`).toSorted()).toEqual([
      'claimed 194C 1200',
      'claimed null 400',
      'taken_back 194J 0',
    ]);
    const { id } = entries.find(({ section }) => section === '194C') ?? { id: '' };
    await admin.call(openingBalances.takeBack, { id, reason: 'Proved by then' });
    expect(await entryOf(api, id)).toEqual({ withholding_receivable: 0, opening_equity: 0 });
    expect(await admin.call(withholdingEntries.open, { id })).toMatchObject({ state: 'taken_back', open: 0 });
    expect(await standing()).toHaveLength(2);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is proved by a certificate, typed or from a file, and no longer changes then', async () => {
    await bring([tax('R-7', '100'), tax('R-8', '30')]);
    const [id, other] = [await idOf('R-7'), await idOf('R-8')];
    const proof = await admin.call(withholdingCertificates.create, certificate(id, 10_000));
    expect(proof.matches).toMatchObject([{ source: { kind: 'opening', label: 'R-7' }, amount: 10_000 }]);
    const { code } = await admin.call(clients.open, { id: fixture.clientId });
    const rows = [
      {
        client: code,
        section: '194J',
        deductedOn: '2026-02-01',
        number: '16A-78',
        certificateDate: '2026-05-16',
        amount: '30',
      },
    ];
    const input = { entityId: fixture.entityId, rows };
    expect((await admin.call(certificateFiles.preview, input)).rows).toMatchObject([
      { outcome: 'new', matches: [{ source: { id: other, label: 'R-8' }, amount: 3_000 }] },
    ]);
    expect(await admin.call(certificateFiles.bring, input)).toMatchObject({ created: 1 });
    expect((await register({ tab: 'certified' })).map((one) => one.id).toSorted()).toEqual(
      [id, other].toSorted(),
    );
    expect((await refused([tax('R-7', '101')])).errors).toEqual({
      'rows.0.amount': [{ code: 'OPENING_SETTLED' }],
    });
    expect((await admin.refused(openingBalances.takeBack, { id, reason: 'x' })).code).toBe('OPENING_SETTLED');
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is written off at the rate of its opening balance, not before the cut-over date, and taken back by adding', async () => {
    const clientId = await makeClient(api.db, {
      entityId: fixture.entityId,
      crmId: admin.id,
      currency: 'USD',
    });
    const { code: dollars } = await admin.call(clients.open, { id: clientId });
    await bring([tax('D-1', '100', { client: dollars, fxRate: '0.9' })]);
    const id = await idOf('D-1');
    const { version } = await admin.call(withholdingEntries.open, { id });
    const write = { id, reason: 'Lost' };
    expect(
      await admin.refused(withholdingEntries.writeOff, { ...write, date: '2026-03-30' }, { version }),
    ).toMatchObject({ errors: { date: [{ code: 'DATE_TOO_EARLY' }] } });
    const written = await admin.call(
      withholdingEntries.writeOff,
      { ...write, date: '2026-04-02' },
      { version },
    );
    const given = written.writeOffs[0]?.id ?? '';
    expect(await entryOf(api, given, 'base')).toEqual({ bad_debt: 9_000, withholding_receivable: -9_000 });
    await admin.call(withholdingEntries.takeBackWriteOff, { id, date: '2026-04-03' }, written);
    expect(await entryOf(api, [id, given], 'base')).toMatchObject({ withholding_receivable: 9_000 });
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is refused on the column that is wrong', async () => {
    const { errors } = await refused([
      tax('T-1', '-5'),
      tax('T-2', '5', { kind: 'salary' }),
      tax('T-3', '5', { section: 'x'.repeat(31) }),
      tax('T-4', '5', { date: '2026-04-01' }),
      tax('', '5'),
      tax('', '6'),
    ]);
    expect(Object.fromEntries(Object.entries(errors).map(([at, [one]]) => [at, one?.code]))).toEqual({
      'rows.0.amount': 'ALLOC_AMOUNT',
      'rows.1.kind': 'REFERENCE_UNKNOWN',
      'rows.2.section': 'TOO_LONG',
      'rows.3.date': 'DATE_AFTER_CUT_OVER',
      'rows.5.number': 'TWICE',
    });
  });
});

it('the database refuses tax withheld that is unposted, a duplicate or on another date, and any change but taking back what is free', async () => {
  await bring([tax('R-7', '100'), tax('R-8', '30')]);
  const [id, free] = [await idOf('R-7'), await idOf('R-8')];
  await admin.call(withholdingCertificates.create, certificate(id, 100));
  const insert = (values: object) =>
    `insert into opening_withheld (id, entity_id, client_id, number, section, deducted_on, opening_on, currency, amount)
     select id, entity_id, client_id, number, section, deducted_on, opening_on, currency, amount
     from (select made.* from opening_withheld stands,
       jsonb_populate_record(stands, '${JSON.stringify({ id: '01890a5d-ac96-774b-bcce-b302099a8057', number: 'R-9', ...values })}') made
       where stands.id = '${id}') copied`;
  const back = (of: string) =>
    `update opening_withheld set taken_back_at = now(), taken_back_by = '${admin.id}' where id = '${of}'`;
  const cases: [statement: string, code: string][] = [
    [insert({}), 'DB006'],
    [insert({ number: 'r-7' }), '23505'],
    [insert({ opening_on: '2026-04-01' }), '23514'],
    [insert({ deducted_on: '2026-04-01' }), '23514'],
    [`update opening_withheld set amount = 1 where id = '${free}'`, '42501'],
    [`delete from opening_withheld where id = '${free}'`, '42501'],
    [back(id), 'DB001'],
    // Taken back, nothing of its entry may be left.
    [back(free), 'DB006'],
  ];
  for (const [statement, code] of cases)
    expect({ statement, code: await refusedInSql(api, [statement]) }).toEqual({ statement, code });
  await admin.call(openingBalances.lock, { entityId: fixture.entityId });
  expect(await refusedInSql(api, [back(free)])).toBe('DB070');
});
