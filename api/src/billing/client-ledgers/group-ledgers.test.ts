import { groupLedgers } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import type { GroupLedger } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { uuidv7 } from 'uuidv7';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let own: Caller;
let fixture: BillingFixture;
let query: { groupId: string; entityId: string; currency: string; from: string; asOf: string };

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  own = await api.as({ userType: 'crm', keys: ['reports.client_ledgers'], scope: 'own' });
  fixture = await openBillingFixture(api, admin);
  const { entityId, clientId: ash } = fixture;
  const named = (name: string, crmId: string) => makeClient(api.db, { entityId, crmId, name });
  const birch = await named('Birch', own.id);
  const cedar = await named('Cedar', admin.id);
  await api.ownerPool.query(`update client set name = 'Ash', sort_name = 'Ash' where id = $1`, [ash]);
  const { id: groupId } = await admin.call(clientGroups.create, {
    name: 'Trees',
    memberIds: [ash, birch, cedar],
    payerClientId: ash,
  });
  const issued = (clientId: string, amount: number, day: string) =>
    fixture.issued(amount, { clientId, issueDate: `2026-03-${day}`, dueDate: '2026-03-31' });
  await issued(ash, 1000, '01');
  const owed = await issued(birch, 700, '05');
  await issued(ash, 50, '11');
  await issued(birch, 20, '12');
  // The payer settles an invoice of another client of the group.
  await admin.call(
    receipts.create,
    fixture.receipt(900, {
      receiptDate: '2026-03-20',
      withheld: 100,
      allocations: [{ invoiceId: owed.id, amount: 600 }],
    }),
  );
  query = { groupId, entityId, currency: 'EUR', from: '2026-03-10', asOf: '2026-03-31' };
});
afterAll(() => api.stop());

const told = ({ rows }: GroupLedger) =>
  rows.map(({ date, client, kind, debit, credit, balance }) =>
    [date.slice(-2), client.label, kind, debit - credit, balance].join(' '),
  );

const linesOf = async (order: string) => {
  const file = await admin.inject({
    url: `/api/v1/group-ledgers/export?${new URLSearchParams({ ...query, order, format: 'csv' }).toString()}`,
  });
  return file.body.trim().split('\r\n').slice(1);
};

describe('the ledger of a client group', () => {
  it('goes through all clients in the order of dates, or through one after the other, page by page', async () => {
    const together = await admin.call(groupLedgers.open, query);
    expect(together).toMatchObject({
      group: { label: 'Trees' },
      members: { shown: 3, of: 3 },
      opening: 1700,
      closing: 770,
      clients: [
        { client: { label: 'Ash' }, opening: 1000, closing: 650 },
        { client: { label: 'Birch' }, opening: 700, closing: 120 },
      ],
    });
    const each = await admin.call(groupLedgers.open, { ...query, order: 'each' });
    expect(told(each).toSorted()).toHaveLength(told(together).length);
    const names = each.rows.map(({ client }) => client.label);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    for (const [order, whole] of [
      ['together', together],
      ['each', each],
    ] as const) {
      const lines: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.call(groupLedgers.open, { ...query, order, pageSize: 2, cursor });
        lines.push(...told(page));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(lines).toEqual(told(whole));
    }
    expect(together.rows.at(-1)?.balance).toBe(770);
    expect(each.rows.findLast(({ client }) => client.label === 'Ash')?.balance).toBe(650);
    expect(each.rows.at(-1)?.balance).toBe(120);
  });

  it('holds only the clients in the scope, and says how many of how many', async () => {
    expect(await own.call(groupLedgers.open, query)).toMatchObject({
      members: { shown: 1, of: 3 },
      clients: [{ client: { label: 'Birch' } }],
      opening: 700,
      closing: 120,
    });
    const { groupId, asOf } = query;
    expect(await own.call(groupLedgers.find, { groupId, asOf })).toMatchObject({
      members: { shown: 1, of: 3 },
      ledgers: [{ currency: 'EUR', balance: 120 }],
    });
    const file = await own.inject({
      url: `/api/v1/group-ledgers/pdf?${new URLSearchParams({ ...query, order: 'each' }).toString()}`,
    });
    const [page] = pdfPages(file.rawPayload);
    expect(page?.text).toContain(withoutSpace('1 of 3'));
    expect(page?.text).toContain('Birch');
    expect(page?.text).not.toContain('Ash');
    const stranger = await api.as({ userType: 'crm', keys: ['reports.client_ledgers'], scope: 'own' });
    for (const refusal of [
      await stranger.refused(groupLedgers.open, query),
      await stranger.refused(groupLedgers.find, { groupId, asOf }),
    ])
      expect(refusal).toMatchObject({ code: 'NOT_FOUND' });
    expect(await admin.refused(groupLedgers.open, { ...query, entityId: uuidv7() })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const future = await admin.refused(groupLedgers.open, { ...query, asOf: '2199-01-01' });
    expect(future.errors).toMatchObject({ asOf: [{ code: 'DATE_FUTURE' }] });
  });

  it('is exported with the opening balance of the group or of each client', async () => {
    const together = await linesOf('together');
    expect(together[0]).toMatch(/^Trees,Trees,.*,2026-03-10,Opening balance,,,EUR,0.00,0.00,17.00$/);
    const each = await linesOf('each');
    expect(
      each.slice(0, 2).map((line) =>
        line
          .split(',')
          .slice(1, 2)
          .concat(line.split(',').at(-1) ?? ''),
      ),
    ).toEqual([
      ['Ash', '10.00'],
      ['Birch', '7.00'],
    ]);
    expect(each).toHaveLength(together.length + 1);
  });

  it('prints each line once, under its own client, even if two clients have the same name', async () => {
    await api.ownerPool.query(`update client set name = 'Ash' where name = 'Birch'`);
    const file = await admin.inject({
      url: `/api/v1/group-ledgers/pdf?${new URLSearchParams({ ...query, order: 'each' }).toString()}`,
    });
    const cells = pdfPages(file.rawPayload).flatMap(({ rows }) => rows.flat());
    // The invoice of the 12th, of 20 cents.
    expect(cells.filter((cell) => /^0[.,]20$/.test(cell))).toHaveLength(1);
  });
});
