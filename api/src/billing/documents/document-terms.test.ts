import { uuidv7 } from 'uuidv7';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

it('lines and charges under reverse charge keep the tax they were entered with: AE at 0 %', async () => {
  const fixture = await openBillingFixture(api, admin);
  await api.db
    .insertInto('clientRegistration')
    .values({ clientId: fixture.clientId, no: 1, scheme: 'EU:VAT', value: 'FR40303265045' })
    .execute();
  const taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: '20' });
  const charged = { category: 'AE', rate: '0', tax: 0 };
  const invoice = await fixture.issued(0, {
    reverseCharge: true,
    lines: [{ description: 'Advice', qty: '1', unitPrice: '100.00', taxCodeId }],
    adjustments: [{ kind: 'charge', amount: 500, reason: 'Courier', taxCodeId }],
  });
  expect(invoice).toMatchObject({
    tax: 0,
    taxGroups: [{ category: 'AE', rate: '0' }],
    lines: [{ ...charged, net: 10_000 }],
    adjustments: [{ ...charged, net: 500 }],
  });
  expect(await admin.call(invoices.open, { id: invoice.id })).toEqual(invoice);
  const note = await issuedCredit(admin, creditOf(fixture, [[invoice, 4000]]));
  expect(note.lines).toMatchObject([charged]);
  const { clientId, entityId } = fixture;
  const [left] = (await admin.call(creditNotes.basis, { clientId, entityId, currency: 'EUR' })).invoices;
  expect(left?.lines).toMatchObject([
    { leftAmount: 6000, category: 'AE' },
    { kind: 'charge', leftAmount: 500, category: 'AE' },
  ]);
});

it('a document is rounded by the rule of its entity on the document’s date', async () => {
  const entityId = await makeEntity(api.db, { roundTotalTo: 100 });
  const fixture = await openBillingFixture(api, admin, { entityId });
  await fixture.issued(1_660);
  const change = { roundTotalTo: 0, roundingMode: 'line' };
  const changed = (from: string | null) =>
    api.db
      .updateTable('billingEntity')
      .set({ ...change, roundingFrom: from })
      .where('id', '=', entityId)
      .execute();
  // The rule of a date with issued documents cannot be changed.
  for (const from of [null, '2026-03-01'])
    await expect(changed(from)).rejects.toMatchObject({ code: 'DB014' });
  await changed('2026-04-01');
  expect(await fixture.draft(1_660, { issueDate: '2026-03-31', dueDate: '2026-04-30' })).toMatchObject({
    rounding: 40,
    total: 1_700,
  });
  expect(await fixture.draft(1_660, { issueDate: '2026-04-01', dueDate: '2026-04-30' })).toMatchObject({
    rounding: 0,
    total: 1_660,
  });
});

it('totals are rounded only in the base currency of the entity', async () => {
  const entityId = await makeEntity(api.db, { currency: 'CHF', roundTotalTo: 100 });
  const fixture = await openBillingFixture(api, admin, { currency: 'CHF', entityId });
  expect(await fixture.draft(30_050)).toMatchObject({ rounding: 50, total: 30_100 });
  const dollars = await fixture.draft(30_050, { currency: 'USD', fxRate: '0.8931' });
  expect(dollars).toMatchObject({ rounding: 0, total: 30_050 });
  const { rows } = await api.ownerPool.query<object>(
    'select round_total_to::int as step from invoice where id = $1',
    [dollars.id],
  );
  expect(rows).toEqual([{ step: 0 }]);
});
