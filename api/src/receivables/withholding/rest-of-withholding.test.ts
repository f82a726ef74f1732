import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { uuidv7 } from 'uuidv7';
import { openWithholding } from '../../../test/fixtures/withholding-fixture.ts';
import type { WithholdingFixture } from '../../../test/fixtures/withholding-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';
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

const open = (id: string) => admin.call(withholdingEntries.open, { id });
const writeOff = async (id: string, date: string) =>
  admin.call(
    withholdingEntries.writeOff,
    { id, date, reason: 'No certificate will come' },
    { version: (await open(id)).version },
  );
const takeBack = async (id: string, date: string) =>
  admin.call(withholdingEntries.takeBackWriteOff, { id, date }, { version: (await open(id)).version });
const earliestOfWriteOff = async (id: string, date: string) =>
  (
    await admin.refused(
      withholdingEntries.writeOff,
      { id, date, reason: 'Lost' },
      { version: (await open(id)).version },
    )
  ).errors.date;

const reverse = (id: string) =>
  admin.call(receipts.reverse, { id, date: '2026-09-05', reason: 'Wrong', bounced: false });

/** Tax of 1000, of which a certificate proves 700 and the rest is written off. */
async function provedAndGivenUp() {
  const clientId = await fixture.client();
  const { entry, receipt } = await fixture.withheld(clientId, 1000);
  const certificate = await admin.call(
    withholdingCertificates.create,
    fixture.certificate(clientId, { amount: 700, matches: [{ entryId: entry.id, amount: 700 }] }),
  );
  expect(await writeOff(entry.id, '2026-09-01')).toMatchObject({ state: 'written_off', open: 0 });
  return { clientId, entry, receipt, certificate };
}

/** A payer, and a client of its group for whom it pays. */
async function group() {
  const [payer, member] = [await fixture.client(), await fixture.client()];
  await admin.call(clientGroups.create, {
    name: uuidv7(),
    memberIds: [payer, member],
    payerClientId: payer,
  });
  return { payer, member };
}

/** Waits until a statement waits for a lock. */
async function somebodyWaits(): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rowCount } = await api.ownerPool.query(waitsForLock);
    if (rowCount !== 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('nothing waits');
}

// docs/rules.md#withholding-register
describe('tax of which a part was written off', () => {
  it('awaits a certificate again for what a withdrawn one proved', async () => {
    const { clientId, entry, certificate } = await provedAndGivenUp();
    await admin.call(
      withholdingCertificates.withdraw,
      { id: certificate.id, reason: 'Another client’s' },
      { version: certificate.version },
    );
    expect(await open(entry.id)).toMatchObject({
      state: 'claimed',
      open: 700,
      writtenOff: 300,
      dueOn: '2026-09-14',
    });
    const awaited = await admin.call(withholdingEntries.list, { filter: { clientId, tab: 'awaited' } });
    expect(awaited.rows.map(({ id }) => id)).toEqual([entry.id]);
    const { rows } = await admin.call(worklist.list, {
      filter: { tab: 'certificates', today: '2026-09-14' },
      pageSize: 100,
    });
    expect(rows.map(({ client }) => client.id)).toContain(clientId);
  });

  it('can be written off in a second part, and each part is taken back by itself', async () => {
    const { entry, certificate } = await provedAndGivenUp();
    await admin.call(
      withholdingCertificates.withdraw,
      { id: certificate.id, reason: 'Forged' },
      { version: certificate.version },
    );
    expect(await writeOff(entry.id, '2026-09-02')).toMatchObject({ state: 'written_off', writtenOff: 1000 });
    expect(await takeBack(entry.id, '2026-09-03')).toMatchObject({ state: 'claimed', writtenOff: 700 });
    expect(await takeBack(entry.id, '2026-09-03')).toMatchObject({ state: 'claimed', writtenOff: 0 });
  });

  it('awaits a certificate for what comes back from another client of the group', async () => {
    const { payer, member } = await group();
    const { receipt, entry } = await fixture.withheld(payer, 1000);
    const invoice = await fixture.issued(4000, { clientId: member });
    const settled = await admin.call(receipts.allocate, {
      id: receipt.id,
      date: '2026-05-01',
      allocations: [{ invoiceId: invoice.id, amount: 400 }],
    });
    const moved = 1000 - (await open(entry.id)).amount;
    await writeOff(entry.id, '2026-06-01');
    await admin.call(receipts.unallocate, {
      id: receipt.id,
      allocationId: settled.allocations[0]?.id ?? '',
      date: '2026-06-02',
    });
    expect(moved).toBeGreaterThan(0);
    expect(await open(entry.id)).toMatchObject({ state: 'claimed', amount: 1000, open: moved });
  });
});

describe('the date of a write-off', () => {
  it('is not before the tax became that of the client', async () => {
    const { payer, member } = await group();
    const { receipt } = await fixture.withheld(payer, 1000);
    const invoice = await fixture.issued(10_000, { clientId: member });
    await admin.call(receipts.allocate, {
      id: receipt.id,
      date: '2026-05-01',
      allocations: [{ invoiceId: invoice.id, amount: 10_000 }],
    });
    const [entry] = await fixture.entriesOf(member);
    expect(await earliestOfWriteOff(entry?.id ?? '', '2026-04-30')).toEqual([
      { code: 'DATE_TOO_EARLY', params: { earliest: '2026-05-01' } },
    ]);
  });

  it('is not before the day on which an earlier one was taken back', async () => {
    const { entry } = await fixture.withheld(await fixture.client(), 1000);
    await writeOff(entry.id, '2026-09-01');
    await takeBack(entry.id, '2026-09-10');
    expect(await earliestOfWriteOff(entry.id, '2026-09-09')).toEqual([
      { code: 'DATE_TOO_EARLY', params: { earliest: '2026-09-10' } },
    ]);
    expect(await writeOff(entry.id, '2026-09-10')).toMatchObject({ state: 'written_off' });
  });
});

describe('a receipt that is reversed', () => {
  const gone = { state: 'taken_back', amount: 0, certified: 0, writtenOff: 0 };

  it('takes its tax out while a certificate of it is being entered', async () => {
    const clientId = await fixture.client();
    const { entry, receipt } = await fixture.withheld(clientId, 1000);
    const { id } = await admin.call(withholdingCertificates.create, fixture.certificate(clientId));
    const other = await api.appPool.connect();
    await other.query('begin');
    await other.query(
      `insert into certificate_match (id, certificate_id, entry_id, amount) values (gen_random_uuid(), $1, $2, 1000)`,
      [id, entry.id],
    );
    const reversed = reverse(receipt.id);
    await somebodyWaits();
    await other.query('commit');
    other.release();
    await reversed;
    expect(await open(entry.id)).toMatchObject(gone);
    expect(await admin.call(withholdingCertificates.open, { id })).toMatchObject({ matched: 0 });
  });

  it('takes its tax out while that is being written off', async () => {
    const { entry, receipt } = await fixture.withheld(await fixture.client(), 1000);
    const other = await api.ownerPool.connect();
    await other.query('begin');
    // The write-off holds its entry of the register, and then waits for the period of the billing entity.
    await other.query('select from billing_entity where id = $1 for update', [fixture.entityId]);
    const given = writeOff(entry.id, '2026-09-01');
    await somebodyWaits();
    const reversed = reverse(receipt.id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other.query('commit');
    other.release();
    await Promise.all([given, reversed]);
    expect(await open(entry.id)).toMatchObject(gone);
  });
});
