import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { entryOf } from '../../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../../test/fixtures/masters.ts';
import { openOpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import type { OpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';
import { findBookFaults } from '../../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let desk: OpeningImports;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  desk = await openOpeningImports(api, admin);
});
afterAll(() => api.stop());

const heads = ['Client', 'Number', 'Date', 'Due date', 'Amount', 'Kind', 'Section'];
const line = (number: string, amount: string, kind = '', client = desk.code) => [
  client,
  number,
  '2026-01-15',
  kind === '' ? '2026-02-14' : '',
  amount,
  kind,
  kind === '' ? '' : '194J',
];

/** A debt, an advance and tax withheld, each of the amount. */
const ofEachKind = (amount: string) => [
  heads,
  line('A-1', amount),
  line('A-2', `-${amount}`),
  line('W-1', amount, 'withheld'),
];

const undoOf = async (id: string) =>
  (await desk.rowsOf(id)).map(({ undo, undoReason }) => [undo, undoReason]);

/** What stands, without the ids, which are new after an undo. */
const standing = async () =>
  (await desk.standing())
    .map(({ id: _id, ...figures }) => figures)
    .toSorted((a, b) => a.number.localeCompare(b.number, 'en'));

describe('the undo of an import of opening balances', () => {
  it('takes back what was posted, posts again what was replaced, and leaves what was unchanged', async () => {
    await desk.bring([
      desk.row('A-1', '100'),
      desk.row('A-2', '-40'),
      desk.row('W-1', '5', { kind: 'withheld', section: '194J', dueDate: '' }),
      desk.row('A-3', '3'),
    ]);
    const before = await standing();
    const done = await desk.imported([
      heads,
      line('A-1', '120'),
      line('A-2', '15'),
      line('W-1', '6', 'withheld'),
      line('A-3', '3'),
      line('N-1', '7'),
      line('N-2', '-8'),
      line('N-3', '9', 'withheld'),
    ]);
    expect(done.outcomes).toMatchObject({ made: 3, changed: 3, same: 1 });
    const made = await desk.idOf('N-1');
    expect(await desk.undone(done.id)).toMatchObject({ status: 'undone', undone: 6, kept: 0 });
    expect(await standing()).toEqual(before);
    expect(await entryOf(api, made)).toEqual({ receivable: 0, opening_equity: 0 });
    expect(await findBookFaults(api.db)).toEqual([]);
    expect((await admin.refused(openingImports.undo, { id: done.id })).code).toBe('IMPORT_NOT_UNDONE');
    // The same file is as new again.
    expect((await desk.imported([heads, line('N-1', '7')])).outcomes).toMatchObject({ made: 1 });
  });

  it('keeps what was settled, locked, taken back or replaced since, and says why', async () => {
    const locked = await makeClient(api.db, { entityId: desk.entityId, crmId: admin.id, name: 'Locked' });
    const done = await desk.imported([
      heads,
      line('S-1', '100'),
      line('L-1', '5', '', 'Locked'),
      line('B-1', '6'),
      line('R-1', '7'),
      line('F-1', '8'),
    ]);
    await admin.call(receipts.create, {
      ...desk.fixture.receipt(4_000),
      allocations: [{ invoiceId: await desk.idOf('S-1'), amount: 4_000 }],
    });
    await admin.call(openingBalances.lock, { entityId: desk.entityId, clientId: locked });
    await admin.call(openingBalances.takeBack, { id: await desk.idOf('B-1'), reason: 'Wrong' });
    await desk.bring([desk.row('R-1', '70')]);
    expect(await desk.undone(done.id)).toMatchObject({ status: 'undone', undone: 1, kept: 4 });
    const gone = 'It no longer exists, or is no longer in your scope';
    expect(await undoOf(done.id)).toEqual([
      ['kept', expect.stringMatching(/^This opening balance is at least partly settled/)],
      ['kept', 'The opening balances of this client are locked.'],
      ['kept', gone],
      ['kept', gone],
      ['undone', null],
    ]);
    expect((await standing()).map(({ number, amount }) => [number, amount])).toEqual([
      ['L-1', 500],
      ['R-1', 7_000],
      ['S-1', 10_000],
    ]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('follows the undo of a later import, which posted again what it had replaced', async () => {
    await desk.bring([desk.row('A-1', '5')]);
    const before = await standing();
    const first = await desk.imported(ofEachKind('7'));
    const second = await desk.imported(ofEachKind('8'));
    expect(await desk.undone(second.id)).toMatchObject({ undone: 3, kept: 0 });
    const third = await desk.imported(ofEachKind('9'));
    expect(await desk.undone(third.id)).toMatchObject({ undone: 3, kept: 0 });
    expect(await desk.undone(first.id)).toMatchObject({ status: 'undone', undone: 3, kept: 0 });
    expect(await standing()).toEqual(before);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('keeps everything while the period of the cut-over date is closed', async () => {
    const done = await desk.imported([heads, line('P-1', '1'), line('P-2', '-2')]);
    await admin.call(periodLocks.move, { id: desk.entityId, lockedUntil: '2026-03-31', reason: null });
    expect(await desk.undone(done.id)).toMatchObject({ undone: 0, kept: 2 });
    expect(await undoOf(done.id)).toEqual([
      ['kept', 'The period of the cut-over date is closed'],
      ['kept', 'The period of the cut-over date is closed'],
    ]);
    expect(await standing()).toHaveLength(2);
  });
});

describe('someone with a narrow scope', () => {
  it('imports and undoes opening balances of their own clients only', async () => {
    const rose = await api.as({ userType: 'crm', scope: 'own', keys: ['clients.import'] });
    await makeClient(api.db, { entityId: desk.entityId, crmId: rose.id, name: 'Of Rose' });
    const rows = [heads, line('A-1', '1'), line('A-2', '2', '', 'Of Rose')];
    expect(await desk.faultsOf(rows, rose)).toEqual([['client REFERENCE_UNKNOWN'], []]);
    const done = await desk.imported(rows, rose);
    expect(done.outcomes).toMatchObject({ made: 1, refused: 1 });
    // An admin sees the record of the row; Rose sees it while the client is hers.
    const second = async (caller: Caller) => (await desk.rowsOf(done.id, caller))[1]?.record?.label;
    expect([await second(rose), await second(admin)]).toEqual(['Of Rose A-2', 'Of Rose A-2']);
    await api.ownerPool.query(`update client set crm_id = $1 where name = 'Of Rose'`, [admin.id]);
    expect([await second(rose), await second(admin)]).toEqual([undefined, 'Of Rose A-2']);
    await rose.call(openingImports.undo, { id: done.id });
    await desk.work();
    expect(await undoOf(done.id)).toEqual([
      [null, null],
      ['kept', 'It no longer exists, or is no longer in your scope'],
    ]);
    expect(await standing()).toHaveLength(1);
  });

  it('opens only their own imports, and none without the permission to import', async () => {
    const [one, two] = [
      await api.as({ userType: 'manager', keys: ['clients.import'] }),
      await api.as({ userType: 'manager', keys: ['clients.import'] }),
    ];
    const { id } = await desk.upload(Buffer.from('Client,Amount\r\na,1'), one);
    expect((await two.refused(openingImports.open, { id })).code).toBe('NOT_FOUND');
    expect(await desk.open(id)).toMatchObject({ id });
    const clerk = await api.as({ userType: 'manager', keys: ['clients.edit'] });
    expect((await clerk.refused(openingImports.open, { id })).httpStatus).toBe(403);
  });
});
