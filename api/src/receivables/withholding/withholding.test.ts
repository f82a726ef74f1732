import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { sum } from '@daybook/contracts/money/money';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import {
  withheldQuarters,
  withholdingEntries,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { uuidv7 } from 'uuidv7';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { openWithholding } from '../../../test/fixtures/withholding-fixture.ts';
import type { WithholdingFixture } from '../../../test/fixtures/withholding-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let fixture: WithholdingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  fixture = await openWithholding(api, admin);
});
afterAll(() => api.stop());
afterEach(async () => expect(await findBookFaults(api.db)).toEqual([]));

const shortOf = async (clientId: string) =>
  (await fixture.entriesOf(clientId)).map(({ section, amount, certified, state }) => [
    section,
    amount,
    certified,
    state,
  ]);
const at = { date: '2026-09-01' };

// docs/rules.md#withholding-register
describe('the withholding register', () => {
  it('has one entry for each receipt and section, with base, rate, quarter and the invoices that the tax settles', async () => {
    const clientId = await fixture.client();
    const code = await admin.call(withholdingCodes.create, {
      section: '194C',
      name: `Contracts ${uuidv7()}`,
      currency: 'INR',
      base: 'net',
      counting: 'payment',
      roundTo: 'minor',
      roundDir: 'nearest',
      validFrom: '2020-01-01',
      rate: '10',
      threshold: 0,
    });
    const invoice = await fixture.issued(183_600, { clientId, withholdingCodeId: code.id });
    const plain = await fixture.issued(50_000, { clientId });
    await fixture.withheld(clientId, 20_000, {
      amount: 213_600,
      receiptDate: '2026-06-30',
      allocations: [
        { invoiceId: invoice.id, amount: 183_600 },
        { invoiceId: plain.id, amount: 50_000 },
      ],
    });
    // Both entries are of one day.
    const entries = (await fixture.entriesOf(clientId)).toSorted((a, b) =>
      (a.section ?? '').localeCompare(b.section ?? ''),
    );
    const inQuarter = { fy: '2026-27', quarter: 1, deductedOn: '2026-06-30', state: 'claimed' };
    expect(entries).toMatchObject([
      { ...inQuarter, section: '194C', base: 183_600, rate: '10', invoices: [{ label: invoice.number }] },
      { ...inQuarter, section: '194J', base: null, rate: null, invoices: [{ label: plain.number }] },
    ]);
    expect(sum(entries.map(({ amount }) => amount))).toBe(20_000);
    expect(await admin.call(withheldQuarters.list, { filter: { clientId } })).toMatchObject({
      rows: [{ fy: '2026-27', quarter: 1, entries: 2, amount: 20_000, open: 20_000 }],
    });
  });

  it('follows the receipt: what settles the invoice of a group’s client is that client’s, and a reversal takes all of it out', async () => {
    const payer = await fixture.client();
    const member = await fixture.client();
    await admin.call(clientGroups.create, {
      name: uuidv7(),
      memberIds: [payer, member],
      payerClientId: payer,
    });
    const { receipt } = await fixture.withheld(payer, 1000);
    const invoice = await fixture.issued(4000, { clientId: member });
    const settled = await admin.call(receipts.allocate, {
      id: receipt.id,
      date: '2026-05-01',
      allocations: [{ invoiceId: invoice.id, amount: 4000 }],
    });
    expect(await shortOf(payer)).toEqual([['194J', 0, 0, 'taken_back']]);
    expect(await shortOf(member)).toEqual([['194J', 1000, 0, 'claimed']]);
    await admin.call(receipts.unallocate, {
      id: receipt.id,
      allocationId: settled.allocations[0]?.id ?? '',
      date: '2026-05-02',
    });
    expect(await shortOf(payer)).toEqual([['194J', 1000, 0, 'claimed']]);
    expect(await shortOf(member)).toEqual([['194J', 0, 0, 'taken_back']]);
    await admin.call(receipts.reverse, {
      id: receipt.id,
      date: '2026-05-03',
      reason: 'Wrong',
      bounced: false,
    });
    expect(await shortOf(payer)).toEqual([['194J', 0, 0, 'taken_back']]);
  });

  it('keeps every state that an entry has had', async () => {
    const clientId = await fixture.client();
    const { entry, receipt } = await fixture.withheld(clientId, 1000);
    const half = await admin.call(
      withholdingCertificates.create,
      fixture.certificate(clientId, { amount: 400, matches: [{ entryId: entry.id, amount: 400 }] }),
    );
    const rest = await admin.call(
      withholdingCertificates.create,
      fixture.certificate(clientId, { amount: 700, matches: [{ entryId: entry.id, amount: 600 }] }),
    );
    expect(rest).toMatchObject({ amount: 700, matched: 600 });
    const certified = await admin.call(withholdingEntries.open, { id: entry.id });
    expect(certified).toMatchObject({ state: 'certified', open: 0, certified: 1000 });
    const seen = await admin.call(
      withholdingEntries.match,
      { id: entry.id, ...at },
      { version: certified.version },
    );
    expect(seen).toMatchObject({ state: 'matched', matchedOn: '2026-09-01' });
    await admin.call(
      withholdingCertificates.withdraw,
      { id: half.id, reason: 'Another client’s' },
      { version: half.version },
    );
    await admin.call(receipts.reverse, {
      id: receipt.id,
      date: '2026-05-03',
      reason: 'Wrong',
      bounced: false,
    });
    const { changes, proofs } = await admin.call(withholdingEntries.open, { id: entry.id });
    expect(
      changes.map(({ state, amount, certified: proved, by }) => [state, amount, proved, by !== null]),
    ).toEqual([
      ['taken_back', 0, 0, true],
      ['claimed', 1000, 0, true],
      ['part_certified', 1000, 600, true],
      ['matched', 1000, 1000, true],
      ['certified', 1000, 1000, true],
      ['part_certified', 1000, 400, true],
      ['claimed', 1000, 0, true],
    ]);
    expect(proofs.map(({ isReleased }) => isReleased)).toEqual([true, true]);
    expect(await admin.call(withholdingCertificates.open, { id: rest.id })).toMatchObject({ matched: 0 });
  });

  it('is disputed with a note and settled again, and moves to another quarter until something is certified', async () => {
    const clientId = await fixture.client();
    const { entry } = await fixture.withheld(clientId, 1000);
    const disputed = await admin.call(
      withholdingEntries.dispute,
      { id: entry.id, note: 'The client says it withheld 900' },
      { version: entry.version },
    );
    expect(disputed).toMatchObject({ state: 'disputed', note: 'The client says it withheld 900' });
    const moved = await admin.call(
      withholdingEntries.move,
      { id: entry.id, deductedOn: '2026-03-31' },
      { version: disputed.version },
    );
    expect(moved).toMatchObject({ fy: '2025-26', quarter: 4, state: 'disputed' });
    const settled = await admin.call(
      withholdingEntries.settle,
      { id: entry.id, note: 'It did withhold 1000' },
      { version: moved.version },
    );
    expect(settled).toMatchObject({ state: 'claimed' });
    expect(
      await admin.refused(
        withholdingEntries.move,
        { id: entry.id, deductedOn: '2199-01-01' },
        { version: settled.version },
      ),
    ).toMatchObject({ errors: { deductedOn: [{ code: 'DATE_FUTURE' }] } });
    await admin.call(
      withholdingCertificates.create,
      fixture.certificate(clientId, {
        fy: '2025-26',
        quarter: 4,
        amount: 1,
        matches: [{ entryId: entry.id, amount: 1 }],
      }),
    );
    const { version } = await admin.call(withholdingEntries.open, { id: entry.id });
    expect(
      await admin.refused(withholdingEntries.move, { id: entry.id, deductedOn: '2026-04-05' }, { version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  it('writes off as bad debt what no certificate proves, on a date, and takes it back by adding', async () => {
    const clientId = await fixture.client();
    const { entry } = await fixture.withheld(clientId, 1000);
    await admin.call(
      withholdingCertificates.create,
      fixture.certificate(clientId, { amount: 300, matches: [{ entryId: entry.id, amount: 300 }] }),
    );
    const { version } = await admin.call(withholdingEntries.open, { id: entry.id });
    const clerk = await api.as({ userType: 'manager' });
    const write = { id: entry.id, ...at, reason: 'The client went bankrupt' };
    expect(await clerk.refused(withholdingEntries.writeOff, write, { version })).toMatchObject({
      httpStatus: 403,
    });
    expect(
      await admin.refused(withholdingEntries.writeOff, { ...write, date: '2026-04-04' }, { version }),
    ).toMatchObject({ errors: { date: [{ code: 'DATE_TOO_EARLY' }] } });
    const written = await admin.call(withholdingEntries.writeOff, write, { version });
    expect(written).toMatchObject({ state: 'written_off', writtenOff: 700, open: 0 });
    const [given] = written.writeOffs;
    expect(await entryOf(api, given?.id ?? '')).toEqual({ bad_debt: 700, withholding_receivable: -700 });
    const back = await admin.call(
      withholdingEntries.takeBackWriteOff,
      { id: entry.id, date: '2026-09-02' },
      { version: written.version },
    );
    expect(back).toMatchObject({ state: 'part_certified', writtenOff: 0, open: 700 });
    expect(await entryOf(api, given?.id ?? '')).toEqual({ bad_debt: 0, withholding_receivable: 0 });
  });

  it('gives back what was written off with the receipt, also when it was in another currency', async () => {
    const clientId = await fixture.client();
    const { entry, receipt } = await fixture.withheld(clientId, 1000, { currency: 'USD', fxRate: '83.337' });
    const written = await admin.call(
      withholdingEntries.writeOff,
      { id: entry.id, ...at, reason: 'Lost' },
      { version: entry.version },
    );
    const id = written.writeOffs[0]?.id ?? '';
    expect(await entryOf(api, id, 'base')).toEqual({ bad_debt: 83_337, withholding_receivable: -83_337 });
    // The receipt is reversed on a day before the write-off.
    await admin.call(receipts.reverse, {
      id: receipt.id,
      date: '2026-05-03',
      reason: 'Wrong',
      bounced: false,
    });
    expect(await admin.call(withholdingEntries.open, { id: entry.id })).toMatchObject({
      state: 'taken_back',
      writtenOff: 0,
      writeOffs: [{ reversedOn: '2026-09-01' }],
    });
    expect(await entryOf(api, [id, receipt.id], 'base')).toMatchObject({ withholding_receivable: 0 });
  });

  it('shows an entry as late once its certificate is overdue, in the register and in the worklist', async () => {
    const clientId = await fixture.client();
    const { entry } = await fixture.withheld(clientId, 1000);
    expect(entry).toMatchObject({ dueOn: '2026-09-14' });
    const inWorklist = async (today: string) =>
      (await admin.call(worklist.list, { filter: { tab: 'certificates', today }, pageSize: 100 })).rows
        .filter(({ client }) => client.id === clientId)
        .map(({ certificatesLate, owed }) => [certificatesLate, owed.length]);
    expect(await inWorklist('2026-09-13')).toEqual([]);
    expect(await inWorklist('2026-09-14')).toEqual([[1, 1]]);
    const late = async () =>
      (await admin.call(withholdingEntries.list, { filter: { clientId, tab: 'late' } })).rows.length;
    const keep = (days: number | null) =>
      api.ownerPool.query('update billing_entity set certificate_days = $1 where id = $2', [
        days,
        fixture.entityId,
      ]);
    await keep(0);
    expect(await late()).toBe(1);
    await keep(null);
    expect(await late()).toBe(0);
    await keep(75);
  });

  it('is seen by the scope, and totals are by currency', async () => {
    const clientId = await fixture.client();
    await fixture.withheld(clientId, 1000);
    await fixture.withheld(clientId, 500, { currency: 'USD', fxRate: '80' });
    expect(await admin.call(withholdingEntries.total, { filter: { clientId } })).toMatchObject({
      total: 2,
      sums: [
        { currency: 'INR', amount: 1000, open: 1000 },
        { currency: 'USD', amount: 500, open: 500 },
      ],
      sections: ['194C', '194J'],
    });
    const other = await api.as({
      userType: 'crm',
      scope: 'own',
      keys: ['receipts.view', 'receipts.add', 'clients.view'],
    });
    expect(await other.call(withholdingEntries.total, {})).toMatchObject({ total: 0, sums: [], years: [] });
  });
});
