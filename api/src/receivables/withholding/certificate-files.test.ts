import {
  certificateFiles,
  withholdingCertificates,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import type { CertificateLine } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { openWithholding } from '../../../test/fixtures/withholding-fixture.ts';
import type { WithholdingFixture } from '../../../test/fixtures/withholding-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let fixture: WithholdingFixture;

beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as({});
  fixture = await openWithholding(api, admin);
});
afterEach(async () => {
  expect(await findBookFaults(api.db)).toEqual([]);
  await api.stop();
});

const row = (more: Partial<CertificateLine>): CertificateLine => ({
  taxId: '',
  client: '',
  section: '194J',
  deductedOn: '2026-06-30',
  number: 'X',
  certificateDate: '2026-08-10',
  amount: '10.00',
  ...more,
});
const match = (entryId: string, amount: number) => ({ matches: [{ entryId, amount }] });
const preview = (rows: CertificateLine[]) =>
  admin.call(certificateFiles.preview, { entityId: fixture.entityId, rows });
const bring = (rows: CertificateLine[], onlyValid = false) =>
  admin.call(certificateFiles.bring, { entityId: fixture.entityId, rows, onlyValid });

// docs/rules.md#withholding-register
describe('a file of certificates', () => {
  it('matches 40 certificates and tells five bad rows, each on its column', async () => {
    const rows: CertificateLine[] = [];
    for (let no = 0; no < 40; no += 1) {
      const pan = `ABCPD${String(1000 + no)}F`;
      const tan = `MUMA${String(10_000 + no)}B`;
      // Every third client is known by its TAN, every third by the PAN within its GSTIN, the others by name.
      const scheme = [
        { scheme: 'IN:TAN', value: tan },
        { scheme: 'IN:GSTIN', value: `27${pan}1Z5` },
      ][no % 3];
      const id = await fixture.client({ name: `Client no ${no}`, registrations: scheme ? [scheme] : [] });
      const paisa = 18_360 + no;
      await fixture.withheld(id, paisa, { receiptDate: '2026-05-05' });
      const known = [{ taxId: tan }, { taxId: pan.toLowerCase() }, { client: `client NO ${no}` }][no % 3];
      // The office rounds to the rupee.
      const rounded = Math.round(paisa / 100);
      rows.push(
        row({ ...known, number: `16A/${no}`, amount: no % 2 ? `${rounded}` : (paisa / 100).toFixed(2) }),
      );
    }
    const bad = [
      row({ taxId: 'DELX99999Z', number: 'B1' }),
      row({ client: 'Client no 0', number: 'B2', certificateDate: '10.08.2026' }),
      row({ client: 'Client no 1', number: 'B3', deductedOn: '2026-09-30' }),
      row({ client: 'Client no 2', number: '', amount: '5' }),
      row({ client: 'Client no 3', number: '16A/3' }),
    ];
    const all = [...rows.slice(0, 20), ...bad.slice(0, 4), ...rows.slice(20), ...bad.slice(4)];
    const read = await preview(all);
    const wrong = read.rows.filter(({ outcome }) => outcome === 'wrong');
    expect(wrong.map(({ faults }) => faults)).toEqual([
      { taxId: [{ code: 'REFERENCE_UNKNOWN' }] },
      { certificateDate: [{ code: 'DATE_INVALID' }] },
      { deductedOn: [{ code: 'NOTHING_AWAITED' }] },
      { number: [{ code: 'REQUIRED' }] },
      { number: [{ code: 'TWICE' }] },
    ]);
    expect(read.rows.filter(({ outcome }) => outcome === 'new')).toHaveLength(40);
    expect(
      await admin.refused(certificateFiles.bring, { entityId: fixture.entityId, rows: all }),
    ).toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect(await bring(all, true)).toEqual({ created: 40, same: 0, left: 5 });
    const { sums } = await admin.call(withholdingEntries.total, { filter: { tab: 'certified' } });
    const tally = await admin.call(withholdingEntries.total, {});
    // What the office rounded down stays open, to be written off.
    expect(sums[0]?.entries).toBeGreaterThanOrEqual(20);
    expect(tally.sums[0]).toMatchObject({ entries: 40 });
    expect(tally.sums[0]?.open).toBeLessThan(40 * 50);
    // Again, nothing is stored twice.
    expect(await bring(rows, true)).toEqual({ created: 0, same: 40, left: 0 });
  }, 120_000);

  it('proves several receipts of a quarter with one certificate, the oldest first, and never the same tax twice', async () => {
    const id = await fixture.client({ name: 'Many' });
    const later = await fixture.withheld(id, 30_000, { receiptDate: '2026-06-20' });
    const first = await fixture.withheld(id, 50_000, { receiptDate: '2026-04-20' });
    await fixture.withheld(id, 70_000, { receiptDate: '2026-07-20' });
    const rows = [
      row({ client: 'Many', number: '1', amount: '600' }),
      row({ client: 'Many', number: '2', amount: '200' }),
      row({ client: 'Many', number: '3', amount: '150' }),
    ];
    expect((await preview(rows)).rows).toMatchObject([
      {
        matches: [
          { source: { id: first.receipt.id }, amount: 50_000 },
          { source: { id: later.receipt.id }, amount: 10_000 },
        ],
      },
      { matches: [{ source: { id: later.receipt.id }, amount: 20_000 }] },
      { outcome: 'wrong', faults: { deductedOn: [{ code: 'NOTHING_AWAITED' }] } },
    ]);
    const both = await Promise.all([bring(rows, true), bring(rows, true)]);
    expect(new Set(both.map(({ created }) => created))).toEqual(new Set([0, 2]));
    expect((await preview([row({ client: 'Many', number: '1', amount: '701' })])).rows).toMatchObject([
      { faults: { number: [{ code: 'CERTIFICATE_KNOWN' }] } },
    ]);
    expect(
      (await preview([row({ client: 'Many', number: '4', deductedOn: '2026-07-01', amount: '900' })])).rows,
    ).toMatchObject([{ faults: { amount: [{ code: 'ABOVE_AWAITED' }] } }]);
  });

  it('means a branch by its name where several share a PAN, and nobody outside the scope', async () => {
    const pan = 'ABCPD1234F';
    const branch = (name: string, state: string) =>
      fixture.client({ name, registrations: [{ scheme: 'IN:GSTIN', value: `${state}${pan}1Z5` }] });
    const mumbai = await branch('Mumbai', '27');
    await branch('Delhi', '07');
    await fixture.withheld(mumbai, 1000);
    expect((await preview([row({ taxId: pan }), row({ taxId: pan, client: 'Mumbai' })])).rows).toMatchObject([
      { outcome: 'wrong', faults: { taxId: [{ code: 'CLIENT_AMBIGUOUS' }] } },
      { outcome: 'new', client: { id: mumbai } },
    ]);
    const other = await api.as({
      userType: 'crm',
      scope: 'own',
      keys: ['receipts.view', 'receipts.add', 'clients.view'],
    });
    expect(
      (
        await other.call(certificateFiles.preview, {
          entityId: fixture.entityId,
          rows: [row({ client: 'Mumbai' })],
        })
      ).rows,
    ).toMatchObject([{ outcome: 'wrong', faults: { client: [{ code: 'REFERENCE_UNKNOWN' }] } }]);
    expect(await other.refused(clients.open, { id: mumbai })).toMatchObject({ httpStatus: 404 });
  });
});

describe('a certificate', () => {
  it('is refused on the field for another quarter or client, for more than is open, and for a number that the client has used', async () => {
    const id = await fixture.client();
    const { entry } = await fixture.withheld(id, 1000);
    const { entry: others } = await fixture.withheld(await fixture.client(), 1000);
    const create = (more: object) =>
      admin.refused(withholdingCertificates.create, fixture.certificate(id, more));
    expect(await create({ quarter: 2, ...match(entry.id, 1000) })).toMatchObject({
      errors: { 'matches.0.entryId': [{ code: 'ANOTHER_QUARTER' }] },
    });
    expect(await create(match(others.id, 1000))).toMatchObject({
      errors: { 'matches.0.entryId': [{ code: 'ANOTHER_QUARTER' }] },
    });
    expect(await create({ amount: 2000, ...match(entry.id, 1001) })).toMatchObject({
      errors: { 'matches.0.amount': [{ code: 'ALLOC_EXCEEDS_TARGET' }] },
    });
    expect(await create({ amount: 999, ...match(entry.id, 1000) })).toMatchObject({
      errors: { amount: [{ code: 'ALLOC_EXCEEDS_SOURCE' }] },
    });
    expect(await create({ certificateDate: '2199-01-01' })).toMatchObject({
      errors: { certificateDate: [{ code: 'DATE_FUTURE' }] },
    });
    const taken = await admin.call(
      withholdingCertificates.create,
      fixture.certificate(id, { number: 'A-1' }),
    );
    expect(await create({ number: 'a-1' })).toMatchObject({
      errors: { number: [{ code: 'ALREADY_EXISTS' }] },
    });
    await admin.call(
      withholdingCertificates.withdraw,
      { id: taken.id, reason: 'Wrong' },
      { version: taken.version },
    );
    const again = await admin.call(
      withholdingCertificates.create,
      fixture.certificate(id, { number: 'A-1' }),
    );
    const matched = await admin.call(
      withholdingCertificates.match,
      { id: again.id, matches: [{ entryId: entry.id }] },
      { version: again.version },
    );
    expect(matched).toMatchObject({ matched: 1000, matches: [{ entryId: entry.id, isReleased: false }] });
  });
});
