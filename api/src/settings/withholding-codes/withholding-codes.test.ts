import { uuidv7 } from 'uuidv7';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  entityId = await makeEntity(api.db, { fyStart: '04-01' });
  taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
});
afterAll(() => api.stop());

const fields = () =>
  ({
    section: '194J',
    name: `Professional fees ${uuidv7()}`,
    currency: 'EUR',
    base: 'net',
    counting: 'year',
    roundTo: 'whole',
    roundDir: 'nearest',
  }) as const;
const first = { rate: '10', validFrom: '2020-04-01' };
const create = (more = {}) => admin.call(withholdingCodes.create, { ...fields(), ...first, ...more });

/** A client that withholds by the code, and an invoice with this net amount. */
const clientOf = (withholdingCodeId: string) =>
  makeClient(api.db, { entityId, crmId: admin.id, withholdingCodeId });
const draft = (clientId: string, withholdingCodeId: string | null, unitPrice: string, more = {}) =>
  admin.call(invoices.create, {
    entityId,
    clientId,
    issueDate: '2026-04-10',
    dueDate: '2026-05-10',
    currency: 'EUR',
    docLocale: 'en',
    withholdingCodeId,
    lines: [{ description: 'Audit', qty: '1', unitPrice, taxCodeId }],
    ...more,
  });
async function issue(clientId: string, withholdingCodeId: string | null, unitPrice: string, more = {}) {
  const { id } = await draft(clientId, withholdingCodeId, unitPrice, more);
  return admin.call(invoices.issue, { id }, { version: 1 });
}
const openOf = (clientId: string, date: string) =>
  admin.call(receipts.openInvoices, { clientId, entityId, currency: 'EUR', date });
const pay = (clientId: string, id: string, amount: number, withheld: number, receiptDate = '2026-04-20') =>
  admin.call(receipts.create, {
    entityId,
    clientId,
    receiptDate,
    mode: 'bank',
    currency: 'EUR',
    amount,
    withheld,
    allocations: [{ invoiceId: id, amount: amount + withheld }],
  });

describe('withholding codes', () => {
  it('have rates by date, each with its threshold and tiers', async () => {
    const { id, rates, rate } = await create({ threshold: 30_000_00 });
    expect([rate, rates]).toEqual(['10', [{ ...first, threshold: 30_000_00, tiers: [] }]]);
    const tiers = [{ above: 1_000_000_00, rate: '20.42' }];
    const next = { id, rate: '10.21', validFrom: '2026-04-01', tiers };
    const raised = await admin.call(withholdingCodes.addRate, next, { version: 1 });
    expect(raised.rates[0]).toEqual({ validFrom: '2026-04-01', rate: '10.21', threshold: 0, tiers });
    expect(await admin.refused(withholdingCodes.addRate, next, { version: 2 })).toMatchObject({
      errors: { validFrom: [{ code: 'ALREADY_EXISTS' }] },
    });
    const falling = { ...next, validFrom: '2027-04-01', tiers: [...tiers, { above: 5, rate: '30' }] };
    expect(await admin.refused(withholdingCodes.addRate, falling, { version: 2 })).toMatchObject({
      errors: { 'tiers.1.above': [{ code: 'TIER_ORDER' }] },
    });
    const taken = { id, validFrom: '2026-04-01' };
    const { rates: left } = await admin.call(withholdingCodes.removeRate, taken, { version: 2 });
    expect(left).toHaveLength(1);
    const last = { id, validFrom: first.validFrom };
    expect(await admin.refused(withholdingCodes.removeRate, last, { version: 3 })).toMatchObject({
      code: 'TAX_CODE_USED',
    });
    const { rows } = await api.appPool.query(
      `select from audit_event where entity = 'withholding_rate' and entity_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(3);
  });

  it('keep their way of counting once a client has them, and can be deleted only while no client has them', async () => {
    const { id, name } = await create();
    await admin.call(withholdingCodes.addRate, { id, rate: '5', validFrom: '2021-04-01' }, { version: 1 });
    await clientOf(id);
    const edited = { id, ...fields(), name, section: '393(1)', active: false };
    await admin.call(withholdingCodes.edit, edited, { version: 2 });
    const regrounded = { ...edited, base: 'gross' as const };
    expect(await admin.refused(withholdingCodes.edit, regrounded, { version: 3 })).toMatchObject({
      httpStatus: 409,
      errors: { base: [{ code: 'TAX_CODE_USED' }] },
    });
    expect(
      await admin.refused(withholdingCodes.removeRate, { id, validFrom: '2021-04-01' }, { version: 3 }),
    ).toMatchObject({ code: 'TAX_CODE_USED' });
    expect(await admin.refused(withholdingCodes.remove, { id }, { version: 3 })).toMatchObject({
      code: 'REFERENCED',
    });
    const unused = await create();
    await admin.call(withholdingCodes.remove, { id: unused.id }, { version: 1 });
    expect(await admin.refused(withholdingCodes.open, { id: unused.id })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('are found by section and name, and listed with the permission for services', async () => {
    const { id, name } = await create({ section: '204-1-2' });
    const { rows } = await admin.call(withholdingCodes.list, { q: '204-1', sort: '-section' });
    expect(rows).toMatchObject([{ id, name }]);
    const other = await api.as({ keys: allBut('services') });
    expect(await other.refused(withholdingCodes.list, {})).toMatchObject({ httpStatus: 403 });
  });
});

describe('tax withheld by a code', () => {
  it('is expected from the base above the threshold, and frozen with the invoice', async () => {
    const { id } = await create({ threshold: 1_000_00 });
    const clientId = await clientOf(id);
    const basis = await admin.call(invoices.basis, { clientId, entityId, issueDate: '2026-04-10' });
    expect(basis.withholdingCodeId).toBe(id);
    const small = await issue(clientId, id, '1000');
    expect(small).toMatchObject({ withheldExpected: 0, withheldBy: { section: '194J', rate: '0' } });
    const large = await issue(clientId, id, '1204.60');
    expect(large).toMatchObject({
      withheldExpected: 120_00,
      withheldBy: { section: '194J', base: 1_204_60, rate: '10' },
    });
    const own = await issue(clientId, id, '1000', { withholdingRate: '2' });
    expect(own).toMatchObject({ withheldExpected: 20_00, withheldBy: { base: 1_000_00, rate: '2' } });
    expect(draftOf(large)).toMatchObject({ withholdingCodeId: id, withholdingRate: null });
  });

  it('is the same on a proforma as on its draft and on the invoice that follows', async () => {
    const { id, name } = await create();
    const { id: draftId } = await draft(await clientOf(id), id, '1204.60');
    const said = {
      withholdingCode: { id, label: `194J ${name}` },
      withheldExpected: 120_00,
      withheldBy: { section: '194J', base: 1_204_60, rate: '10' },
    };
    const asked = { id: draftId, validUntil: '2199-12-31' };
    expect(await admin.call(proformas.issue, asked, { version: 1 })).toMatchObject(said);
    expect(await admin.call(invoices.issue, { id: draftId }, { version: 1 })).toMatchObject(said);
  });

  it('counts the client’s payments of this fiscal year, and takes the rate of the receipt’s date', async () => {
    const { id } = await create({ threshold: 1_000_00 });
    const raised = { id, rate: '7.5', validFrom: '2026-05-01' };
    await admin.call(withholdingCodes.addRate, { ...raised, threshold: 1_000_00 }, { version: 1 });
    const clientId = await clientOf(id);
    const earlier = await issue(clientId, id, '800', { issueDate: '2026-03-10' });
    const one = await issue(clientId, id, '800');
    const two = await issue(clientId, id, '600');
    const termsOn = async (date: string) =>
      (await openOf(clientId, date)).find((open) => open.id === two.id)?.withholding;
    await pay(clientId, earlier.id, 960_00, 0, '2026-03-31');
    expect(await termsOn('2026-04-20')).toMatchObject({ base: 600_00, terms: { counted: 0 } });
    const half = await pay(clientId, one.id, 480_00, 0);
    expect(half.allocations).toMatchObject([{ withheldBy: null }]);
    expect(await termsOn('2026-04-20')).toMatchObject({ section: '194J', terms: { counted: 400_00 } });
    await pay(clientId, one.id, 440_00, 40_00);
    expect(await termsOn('2026-04-19')).toMatchObject({ terms: { counted: 0 } });
    expect(await termsOn('2026-05-01')).toMatchObject({
      terms: { counted: 800_00, bands: [{ above: 0, ratePct: '7.5' }] },
    });
    const { id: paid, allocations } = await pay(clientId, two.id, 660_00, 60_00);
    expect(allocations).toMatchObject([
      { withheldPart: 60_00, withheldBy: { section: '194J', base: 600_00, rate: '10' } },
    ]);
    const taken = { id: paid, allocationId: allocations[0]?.id ?? '', date: '2026-04-20' };
    await admin.call(receipts.unallocate, taken);
    expect(await termsOn('2026-04-20')).toMatchObject({ terms: { counted: 800_00 } });
    const again = await admin.call(receipts.allocate, {
      id: paid,
      date: '2026-04-21',
      allocations: [{ invoiceId: two.id, amount: 720_00 }],
    });
    expect(again.allocations.at(-1)).toMatchObject({ withheldPart: 60_00, withheldBy: { base: 600_00 } });
  });

  it('ignores amounts in another currency', async () => {
    const { id } = await create({ threshold: 1_000_00 });
    const clientId = await clientOf(id);
    const { id: abroad } = await issue(clientId, id, '800');
    await pay(clientId, abroad, 960_00, 0);
    // Imitates an old invoice, from before an invoice had to be in the currency of its withholding code.
    await api.ownerPool.query('alter table invoice disable trigger user');
    await api.ownerPool.query(`update invoice set currency = 'USD' where id = $1`, [abroad]);
    await api.ownerPool.query('alter table invoice enable trigger user');
    const two = await issue(clientId, id, '600');
    const open = (await openOf(clientId, '2026-04-20')).find((one) => one.id === two.id);
    expect(open?.withholding).toMatchObject({ terms: { counted: 0 } });
  });

  it('can be chosen among active codes, and not on a document in another currency', async () => {
    const { id } = await create({ currency: 'JPY' });
    const clientId = await clientOf(id);
    expect(await issue(clientId, id, '500')).toMatchObject({ withheldExpected: 0, withheldBy: null });
    await api.appPool.query('update withholding_code set active = false where id = $1', [id]);
    const basis = await admin.call(invoices.basis, { clientId, entityId, issueDate: '2026-04-10' });
    expect(basis.withholdingCodeId).toBeNull();
    const refused = await admin.refused(invoices.create, {
      entityId,
      clientId,
      issueDate: '2026-04-10',
      dueDate: '2026-05-10',
      currency: 'EUR',
      docLocale: 'en',
      withholdingCodeId: id,
      lines: [{ description: 'Audit', qty: '1', unitPrice: '5', taxCodeId }],
    });
    expect(refused.errors).toEqual({ withholdingCodeId: [{ code: 'REFERENCE_UNKNOWN' }] });
  });
});
