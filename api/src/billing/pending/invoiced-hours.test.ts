import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import { openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { sealAll } from '../../../test/seal-all.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let at: HoursFixture;

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
});
afterAll(() => api.stop());

const pagesOf = async (id: string) => {
  const { rawPayload } = await at.admin.inject({ url: `/api/v1/invoices/${id}/pdf` });
  return pdfPages(rawPayload).map(({ text }) => text);
};

describe('invoiced hours', () => {
  it('are hours on the invoice, at exactly their amount', async () => {
    const task = await at.byHours();
    await at.record(task, 35);
    const first = await at.bill(task);
    const draft = await at.admin.call(pendingInvoices.draft, {
      itemIds: [first.itemId ?? ''],
      issueDate: '2026-06-01',
    });
    expect(draft.lines).toMatchObject([{ qty: '0.5833', unit: 'HUR', unitPrice: '120.01', amount: 7_000 }]);
    await at.record(task, 50);
    const second = await at.bill(task, { amount: 9_999, reason: 'A new client' });
    const both = await at.admin.call(
      pendingInvoices.append,
      { id: draft.id, itemIds: [second.itemId ?? ''] },
      { version: draft.version },
    );
    expect(both.lines[1]).toMatchObject({ qty: '0.8333', unit: 'HUR', amount: 9_999 });
    const issued = await at.admin.call(invoices.issue, { id: both.id }, { version: both.version });
    expect(issued.net).toBe(16_999);
  });

  it('are listed in an annex that comes to the amount of the line, and that stays as issued', async () => {
    const task = await at.byHours({ title: 'Advice' });
    await at.record(task, 35, { note: 'Read the contract' });
    await at.record(task, 50, { workedOn: '2026-05-06', note: 'Call with the bank' });
    const { itemId = '' } = await at.bill(task, { amount: 15_000, reason: 'A new client' });
    const draft = await at.admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: '2026-06-01' });
    expect(draft.listsHours).toBe(false);
    expect(await pagesOf(draft.id)).toHaveLength(1);
    const listed = await at.admin.call(
      invoices.edit,
      { id: draft.id, ...draftOf(draft), docLocale: 'fr', listsHours: true },
      { version: draft.version },
    );
    const expected = [
      'Annexe : heures',
      '1. Advice (2026-05-01 – 2026-05-31)',
      'Read the contract',
      'Doer',
      '70,00',
      'Call with the bank',
      '100,00',
      'Écart avec le montant facturé',
      '-20,00',
      '1,4167',
      '150,00',
    ];
    const annex = async () => (await pagesOf(draft.id))[1] ?? '';
    const asDrafted = await annex();
    for (const text of expected) expect(asDrafted).toContain(withoutSpace(text));
    const issued = await at.admin.call(invoices.issue, { id: listed.id }, { version: listed.version });
    const asIssued = await annex();
    for (const text of expected) expect(asIssued).toContain(withoutSpace(text));
    await at.admin.call(
      invoices.void,
      { id: issued.id, voidDate: '2026-06-02', reason: 'Wrong' },
      { version: issued.version },
    );
    const { version } = await at.admin.call(pendingInvoices.open, { id: itemId });
    await at.admin.call(unbilledHours.release, { id: itemId }, { version });
    await api.db
      .updateTable('timeEntry')
      .set({ note: 'Changed', minutes: 5 })
      .where('taskId', '=', task.id)
      .execute();
    const afterVoid = await annex();
    for (const text of expected) expect(afterVoid).toContain(withoutSpace(text));
    expect(await refusedInSql(api, [`delete from invoice_hours where invoice_id = $1`, [issued.id]])).toBe(
      '42501',
    );
  });
});

const asOwner = (statement: string, table: string) =>
  api.ownerPool.query(
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  );
const rulesBroken = async () => {
  await sealAll(api.db);
  return (await findBookFaults(api.db)).map(({ rule }) => rule);
};

const listHours = async (listsHours: boolean) => {
  const { version, ...client } = await at.admin.call(clients.open, { id: at.clientId });
  const change = { ...fieldsOfClient({ version, ...client }), id: at.clientId, listsHours };
  expect(await at.admin.call(clients.edit, change, { version })).toMatchObject({ listsHours });
};

const draftOfHours = async () => {
  const task = await at.byHours();
  await at.record(task, 35);
  const { itemId = '' } = await at.bill(task);
  return at.admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: '2026-06-01' });
};

describe('a client whose invoices list their hours', () => {
  beforeAll(() => listHours(true));
  afterAll(() => listHours(false));

  it('has the annex on drafts of pending items, and in the defaults of the form', async () => {
    expect(await draftOfHours()).toMatchObject({ listsHours: true });
    const { entityId, clientId } = at;
    const basis = await at.admin.call(invoices.basis, { entityId, clientId, issueDate: '2026-06-01' });
    expect(basis.listsHours).toBe(true);
  });

  it('keeps the choice of a draft through its proforma to the invoice', async () => {
    for (const listsHours of [true, false]) {
      const draft = await draftOfHours();
      const chosen = await at.admin.call(
        invoices.edit,
        { id: draft.id, ...draftOf(draft), listsHours },
        { version: draft.version },
      );
      const proforma = await at.admin.call(
        proformas.issue,
        { id: draft.id, validUntil: '2099-12-31' },
        { version: chosen.version },
      );
      expect(proforma).toMatchObject({ listsHours });
      const { version } = await at.admin.call(invoices.open, { id: draft.id });
      expect(await at.admin.call(invoices.issue, { id: draft.id }, { version })).toMatchObject({
        listsHours,
      });
      expect(await pagesOf(draft.id)).toHaveLength(listsHours ? 2 : 1);
    }
  });
});

describe('the check of the books', () => {
  it('finds an annex that is not the hours of its line', async () => {
    const task = await at.byHours();
    await at.record(task, 35);
    const { itemId = '' } = await at.bill(task, { amount: 5_000, reason: 'A new client' });
    const draft = await at.admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: '2026-06-01' });
    const { id, version } = await at.admin.call(
      invoices.edit,
      { id: draft.id, ...draftOf(draft), listsHours: true },
      { version: draft.version },
    );
    await at.admin.call(invoices.issue, { id }, { version });
    expect(await rulesBroken()).toEqual([]);
    const changed = (sign: string, column: string) =>
      `update invoice_hours set ${column} = ${column} ${sign} 1 where invoice_id = '${id}'`;
    for (const column of ['minutes', 'amount']) {
      await asOwner(changed('+', column), 'invoice_hours');
      expect(await rulesBroken()).toEqual(['annexes_are_hours']);
      await asOwner(changed('-', column), 'invoice_hours');
    }
    await asOwner(`delete from invoice_hours where invoice_id = '${id}'`, 'invoice_hours');
    expect(await rulesBroken()).toEqual(['annexes_are_hours']);
    await api.ownerPool.query(`insert into invoice_hours select '${id}', * from hours_of_draft('${id}')`);
    expect(await rulesBroken()).toEqual([]);
  });

  it('finds hours that are billed to another client than the work is done for', async () => {
    const task = await at.byHours();
    await at.record(task, 35);
    await at.bill(task);
    const move = (clientId: string) =>
      asOwner(`update task set client_id = '${clientId}' where id = '${task.id}'`, 'task');
    await move(await makeClient(api.db, { name: 'Rao', entityId: at.entityId, crmId: at.admin.id }));
    expect(await rulesBroken()).toContain('hours_are_billed_once');
    await move(at.clientId);
    expect(await rulesBroken()).toEqual([]);
  });
});
