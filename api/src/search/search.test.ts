import { search } from '@daybook/contracts/search';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { startBilling, type BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { sourceId } from '../../test/fixtures/enquiry-choices.ts';
import { makeClient } from '../../test/fixtures/masters.ts';
import { eventually } from '../../test/installation.ts';
import { allBut } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { waitsForLock } from '../../test/waits-for-lock.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin', name: 'Zenobia Partner' }));
});
afterAll(() => api.stop());

const found = async (caller: Caller, q: string) => (await caller.call(search.find, { q })).rows;

/** Statements of the application that wait for a lock on this table. */
async function waitingFor(table: string): Promise<number> {
  const { rows } = await api.ownerPool.query<{ waiting: number }>(
    `select count(*)::int as waiting from (${waitsForLock} and relation = $1::regclass) as locks`,
    [table],
  );
  return rows[0]?.waiting ?? 0;
}

describe('search', () => {
  it('finds clients, enquiries, tasks and people by their names', async () => {
    const clientId = await makeClient(api.db, {
      entityId: fixture.entityId,
      crmId: admin.id,
      name: 'Kestrel Mining',
    });
    const enquiry = await admin.call(enquiries.create, {
      enquiryDate: '2026-03-01',
      nextActionOn: '2026-03-05',
      name: 'Kestrel Farms',
      email: 'kestrel@farms.test',
      sourceId: sourceId('web'),
    });
    const task = await admin.call(tasks.create, {
      title: 'Kestrel merger papers',
      clientId,
      dueOn: '2030-01-31',
    });
    expect(await found(admin, 'kestrel')).toEqual([
      expect.objectContaining({
        kind: 'client',
        id: clientId,
        label: 'Kestrel Mining',
      }),
      expect.objectContaining({ kind: 'enquiry', label: 'Kestrel Farms', detail: enquiry.no }),
      expect.objectContaining({ kind: 'task', id: task.id, detail: `${task.no} · Kestrel Mining` }),
    ]);
    expect(await found(admin, 'zenobia')).toEqual([expect.objectContaining({ kind: 'admin', id: admin.id })]);
  });

  it('finds internal tasks by two short words, and by many words only the tasks of a client', async () => {
    const task = await admin.call(tasks.create, { title: 'HR IT', internal: true, dueOn: '2030-02-28' });
    expect(await found(admin, 'hr it')).toMatchObject([{ kind: 'task', id: task.id }]);
    expect((await admin.call(tasks.total, { q: 'hr it' })).total).toBe(1);
    expect(await found(admin, 'a b c d e f g h i j k l m n')).toEqual([]);
  });

  it('finds documents by number and by amount, as each language writes it', async () => {
    const invoice = await fixture.issued(123_456_78);
    const receipt = await admin.call(receipts.create, fixture.receipt(98_765_43));
    expect(await found(admin, invoice.number ?? '')).toEqual([
      expect.objectContaining({ kind: 'invoice', id: invoice.id, label: invoice.number }),
    ]);
    const withLanguage = async (q: string, language: string) =>
      (await admin.call(search.find, { q }, { headers: { 'accept-language': language } })).rows;
    for (const [q, language] of [
      ['123456.78', 'en'],
      ['123,456.78', 'en'],
      ['1,23,456.78', 'en'],
      ['123 456,78', 'fr'],
    ] as const) {
      expect(await withLanguage(q, language)).toEqual([
        expect.objectContaining({ kind: 'invoice', id: invoice.id }),
      ]);
    }
    expect(await found(admin, '98765.43')).toEqual([
      expect.objectContaining({ kind: 'receipt', id: receipt.id }),
    ]);
    expect(await found(admin, '12345678')).toEqual([]);
  });

  it('finds a proforma by its number', async () => {
    const draft = await fixture.draft(700_00);
    const made = await admin.call(
      proformas.issue,
      { id: draft.id, validUntil: '2099-12-31' },
      { version: draft.version },
    );
    expect(await found(admin, made.number)).toEqual([
      expect.objectContaining({ kind: 'proforma', id: made.id }),
    ]);
  });

  it('leaves out a kind that is slow and names it, and finds it again afterwards', async () => {
    const client = await makeClient(api.db, {
      entityId: fixture.entityId,
      crmId: admin.id,
      name: 'Merlin Optics',
    });
    const find = () => admin.call(search.find, { q: 'merlin' });
    const before = await find();
    expect(before).toEqual({ rows: [expect.objectContaining({ kind: 'client', id: client })], late: [] });
    const holder = await api.ownerPool.connect();
    try {
      await holder.query('begin; lock table proforma, expense in access exclusive mode');
      // More times than the pool has connections: those of the slow kinds return to it.
      for (let time = 0; time < 6; time += 1)
        await eventually(async () =>
          expect(await find()).toEqual({ ...before, late: ['proforma', 'expense'] }),
        );
      await eventually(async () => expect(await waitingFor('proforma')).toBe(0));
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await find()).toEqual(before);
  });

  it('shows each kind only with its permission, and nothing outside the scope', async () => {
    const clientId = await makeClient(api.db, {
      entityId: fixture.entityId,
      crmId: admin.id,
      name: 'Osprey Shipping',
    });
    await admin.call(tasks.create, { title: 'Osprey accounts', clientId, dueOn: '2030-01-31' });
    const blind = await api.as({ keys: allBut('clients.view') });
    expect((await found(blind, 'osprey')).map(({ kind }) => kind)).toEqual(['task']);
    const crm = await api.as({ userType: 'crm' });
    expect(await found(crm, 'osprey')).toEqual([]);
    const nobody = await api.as({ userType: 'executive', keys: [] });
    expect(await found(nobody, 'zenobia')).toEqual([]);
    expect(await found(admin, '')).toEqual([]);
  });
});
