import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { history } from '@daybook/contracts/history';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { acmeOf } from '../../../test/acme.ts';
import { newEnquiry } from '../../../test/fixtures/enquiry-fixture.ts';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { normalise } from '../../db/search.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: ExpenseFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ name: 'Ada Admin' });
  fixture = await openExpenseFixture(api);
});
afterAll(() => api.stop());

const make = (more: object = {}): Promise<Client> =>
  admin.call(clients.create, { ...acmeOf(admin.id, fixture.entityId).acme(), ...more });
const open = (id: string) => admin.call(clients.open, { id });
const given = (stays: Client, goes: Client) =>
  [{ id: stays.id, otherId: goes.id, otherVersion: goes.version }, { version: stays.version }] as const;
const merge = (stays: Client, goes: Client, caller = admin) =>
  caller.call(clientMerge.merge, ...given(stays, goes));
const refusalOf = async (stays: Client, goes: Client, caller = admin) =>
  (await caller.refused(clientMerge.merge, ...given(stays, goes))).code;
const preview = (stays: Client, goes: Client) =>
  admin.call(clientMerge.preview, { id: stays.id, otherId: goes.id });

const ada = { name: 'Ada Lovelace', email: 'ada@acme.example', phone: '+33123456789' };
const period = { periodFrom: '2026-01-01', periodTo: '2026-03-31' };

async function addCategory(): Promise<string> {
  const id = uuidv7();
  await api.db
    .insertInto('taskCategory')
    .values({ id, name: `Return ${id}` })
    .execute();
  return id;
}

/** Something of everything that moves. */
async function fill(client: Client, categoryId: string) {
  const { id } = client;
  await api.db.insertInto('clientExecutive').values({ clientId: id, userId: fixture.claimant.id }).execute();
  const task = {
    title: 'VAT return',
    clientId: id,
    dueOn: '2026-04-30',
    assigneeIds: [admin.id],
    priority: 2 as const,
  };
  const [{ id: taskId }, note] = [
    await admin.call(tasks.create, { ...task, categoryId, ...period }),
    await fixture.claimant.call(clientNotes.add, { id, body: 'Calls on Fridays' }),
  ];
  await admin.inject(
    requestOf(
      clientFiles.add,
      { id, name: 'deed.pdf', year: 2025 },
      { file: Buffer.from('%PDF-1.4\n%%EOF\n') },
    ),
  );
  await admin.call(clientDocuments.create, { clientId: id, kind: 'other', originalAt: 'Safe 4' });
  const won = await admin.call(enquiries.create, newEnquiry());
  const referred = await admin.call(enquiries.create, { ...newEnquiry(), referrerClientId: id });
  const expense = await fixture.at('approved', { clientId: id });
  const { taxCodeId, entityId } = fixture;
  const pending = await admin.call(pendingInvoices.create, {
    clientId: id,
    entityId,
    taxCodeId,
    description: 'Advice',
    readyOn: '2026-03-31',
    amount: 9_900,
  });
  await api.db
    .updateTable('enquiry')
    .set({ status: 'won', convertedClientId: id, nextActionOn: null })
    .where('id', '=', won.id)
    .execute();
  return { taskId, noteId: note.id, won, referred, expense, pending };
}

// docs/rules.md#merged-clients
describe('a merge of two clients', () => {
  it('moves what the preview tells, and leads the code and the address of the other here', async () => {
    const categoryId = await addCategory();
    const stays = await make({ contacts: [{ ...ada, roles: ['billing'] }], tags: ['audit'] });
    const goes = await make({
      legalName: 'Acme Holdings',
      tags: ['audit', 'vip'],
      notes: 'Prefers French',
      contacts: [
        { ...ada, roles: ['signatory'] },
        { name: 'Bob', email: 'bob@acme.example' },
      ],
      addresses: [{ kind: 'billing', line1: '1 Quay', city: 'Paris', postal: '75001', country: 'FR' }],
      registrations: [{ scheme: 'FR:SIREN', value: '732829320' }],
    });
    const twin = {
      title: 'VAT return',
      dueOn: '2026-04-30',
      assigneeIds: [admin.id],
      priority: 2 as const,
      categoryId,
      ...period,
    };
    await admin.call(tasks.create, { ...twin, clientId: stays.id });
    const made = await fill(goes, categoryId);
    const current = await open(goes.id);
    expect(await preview(stays, goes)).toEqual({
      other: { id: goes.id, version: current.version, code: goes.code, name: goes.name, group: null },
      moves: [
        { kind: 'contacts', count: 2 },
        { kind: 'addresses', count: 1 },
        { kind: 'registrations', count: 1 },
        { kind: 'client_documents', count: 1 },
        { kind: 'client_files', count: 1 },
        { kind: 'client_notes', count: 1 },
        { kind: 'enquiries', count: 2 },
        { kind: 'expenses', count: 1 },
        { kind: 'pending_invoices', count: 1 },
        { kind: 'tasks', count: 1 },
      ],
      keeps: [],
      hasOtherCurrency: false,
      tooMany: [],
    });
    const merged = await merge(stays, current);
    expect(merged).toMatchObject({
      id: stays.id,
      version: stays.version + 1,
      name: stays.name,
      legalName: 'Acme Holdings',
      notes: 'Prefers French',
      tags: ['audit', 'vip'],
      merged: [{ code: goes.code, name: goes.name }],
      addresses: [{ line1: '1 Quay', kind: 'billing' }],
      registrations: [{ value: '732829320' }],
      executives: [{ id: fixture.claimant.id }],
    });
    // One person under two records is one contact, with the roles of both.
    expect(merged.contacts.map(({ name, roles }) => [name, roles])).toEqual([
      ['Ada Lovelace', ['billing', 'signatory']],
      ['Bob', []],
    ]);
    expect(await open(goes.id)).toEqual(merged);
    expect((await admin.call(clients.list, { q: goes.code })).rows.map(({ id }) => id)).toEqual([stays.id]);
    const client = { id: stays.id };
    expect(await admin.call(tasks.open, { id: made.taskId })).toMatchObject({ client, version: 2 });
    expect((await admin.call(clientNotes.list, { id: stays.id })).rows).toMatchObject([
      { id: made.noteId, body: 'Calls on Fridays' },
    ]);
    expect((await admin.call(clientFiles.list, { id: stays.id })).rows).toMatchObject([
      { label: 'deed.pdf' },
    ]);
    expect(await admin.call(enquiries.open, { id: made.won.id })).toMatchObject({ convertedClient: client });
    expect(await admin.call(enquiries.open, { id: made.referred.id })).toMatchObject({
      referrerClient: client,
    });
    expect((await admin.call(pendingInvoices.list, { filter: { clientId: stays.id } })).rows).toMatchObject([
      { id: made.pending.id, amount: 9_900 },
    ]);
    const { events } = await admin.call(history.of, { kind: 'client', id: stays.id });
    expect(events[0]?.action).toBe('client_merge.merge');
  });

  it('keeps the searched words of the client as the database tells them', async () => {
    const [stays, goes] = [await make({ contacts: [ada] }), await make({ oldCode: 'OLD-7' })];
    const { searchText } = await (async () => {
      await merge(stays, goes);
      const now = await open(stays.id);
      const { name, kind, defaultEntity, taxTreatment, crm, contacts, oldCode } = now;
      const fields = {
        name,
        kind,
        taxTreatment,
        contacts,
        oldCode,
        crmId: crm.id,
        defaultEntityId: defaultEntity.id,
      };
      await admin.call(
        clients.edit,
        { id: stays.id, ...(fields as Required<typeof fields>) },
        { version: now.version },
      );
      return api.db
        .selectFrom('client')
        .select('searchText')
        .where('id', '=', stays.id)
        .executeTakeFirstOrThrow();
    })();
    expect(searchText).toContain(normalise(goes.code));
    const { rows } = await api.ownerPool.query('select client_search_text($1) as told', [stays.id]);
    expect(rows).toEqual([{ told: searchText }]);
  });

  it('leads here from both when the client that stayed is merged further', async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    const first = await merge(two, three);
    const last = await merge(one, first);
    expect(last.merged.map(({ code }) => code)).toEqual([two.code, three.code]);
    for (const { id } of [two, three]) expect((await open(id)).id).toBe(one.id);
  });

  it('is refused by documents of billing, which the preview names, and by the database as well', async () => {
    const [stays, goes] = [await make(), await make()];
    const { entityId, taxCodeId } = fixture;
    const dates = { issueDate: '2026-03-01', dueDate: '2026-03-31' };
    const lines = [{ description: 'Audit', qty: '1', unitPrice: '100', taxCodeId }];
    await admin.call(invoices.create, {
      clientId: goes.id,
      entityId,
      ...dates,
      currency: 'EUR',
      docLocale: 'en',
      lines,
    });
    await admin.call(clientGroups.create, {
      name: `Group ${uuidv7()}`,
      memberIds: [goes.id],
      payerClientId: goes.id,
    });
    const current = await open(goes.id);
    expect((await preview(stays, current)).keeps).toEqual([
      { kind: 'client_groups', count: 1 },
      { kind: 'invoices', count: 1 },
    ]);
    expect(await refusalOf(stays, current)).toBe('CANNOT_BE_MERGED');
    expect(await refusedInSql(api, ['select merge_clients($1, $2)', [goes.id, stays.id]])).toBe('23503');
  });

  it('is refused between currencies, into an inactive client, and above what one client may have', async () => {
    const stays = await make({ tags: Array.from({ length: 15 }, (_, no) => `a${no}`) });
    const yen = await make({ currency: 'JPY' });
    expect((await preview(stays, yen)).hasOtherCurrency).toBe(true);
    expect(await refusalOf(stays, yen)).toBe('CANNOT_BE_MERGED');
    expect(await refusedInSql(api, ['select merge_clients($1, $2)', [yen.id, stays.id]])).toBe('DB001');

    const many = await make({ tags: Array.from({ length: 6 }, (_, no) => `b${no}`) });
    expect((await preview(stays, many)).tooMany).toEqual(['tags']);
    expect(await refusalOf(stays, many)).toBe('CANNOT_BE_MERGED');

    const closed = await admin.call(
      clients.deactivate,
      { id: stays.id, reason: 'Sold' },
      { version: stays.version },
    );
    expect(await refusalOf(closed, await make())).toBe('STATE_NOT_ALLOWED');
  });

  it('is refused with itself, with what the caller does not see, and at another version than was shown', async () => {
    const [stays, goes] = [await make(), await make()];
    expect(await refusalOf(stays, stays)).toBe('REFERENCE_UNKNOWN');
    const crm = await api.as({ userType: 'crm', keys: ['clients.delete', 'clients.view', 'clients.edit'] });
    await api.db.updateTable('client').set({ crmId: crm.id }).where('id', '=', stays.id).execute();
    expect(await refusalOf(stays, goes, crm)).toBe('NOT_FOUND');
    const both = { id: stays.id, otherId: goes.id };
    expect((await crm.refused(clientMerge.preview, both)).code).toBe('NOT_FOUND');
    const stale = { ...both, otherVersion: goes.version + 1 };
    expect((await admin.refused(clientMerge.merge, stale, { version: stays.version })).code).toBe(
      'VERSION_CONFLICT',
    );
    expect(await refusalOf({ ...stays, version: 7 }, goes)).toBe('VERSION_CONFLICT');
  });

  it('happens once when both are merged into each other at the same moment', async () => {
    const [one, two] = [await make(), await make()];
    const codes = await Promise.all(
      [given(one, two), given(two, one)].map(
        async ([input, options]) =>
          (await admin.inject(requestOf(clientMerge.merge, input, options))).statusCode,
      ),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.every((code) => [200, 404, 412].includes(code))).toBe(true);
    expect((await open(one.id)).id).toBe((await open(two.id)).id);
  });

  it('opens the laws for the two clients only, and only while they are merged', async () => {
    const [stays, goes, third] = [await make(), await make(), await make()];
    const { id } = await admin.call(clientNotes.add, { id: third.id, body: 'Of the third' });
    const move = (to: string) =>
      ['update client_note set client_id = $1 where id = $2', [to, id]] as [string, unknown[]];
    const asOwner = async (...statements: [string, unknown[]][]) => {
      const client = await api.ownerPool.connect();
      try {
        await client.query('begin');
        for (const [text, values] of statements) await client.query(text, values);
        return 'done';
      } catch (error) {
        return (error as { code: string }).code;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect(await asOwner(['select merge_clients($1, $2)', [goes.id, stays.id]], move(stays.id))).toBe(
      'DB001',
    );
    await merge(stays, goes);
    expect(await asOwner(move(stays.id))).toBe('DB001');
    const forged = 'insert into merged_client (merged_id, client_id, code, name) values ($1, $2, $3, $4)';
    expect(await refusedInSql(api, [forged, [third.id, stays.id, 'C', 'Forged']])).toBe('42501');
  });

  it('knows every table that refers to a client', async () => {
    const documents = ['invoice', 'invoice_state', 'credit_note', 'credit_note_state', 'receipt', 'proforma'];
    const beside = ['postdated_cheque', 'opening_withheld', 'withholding_entry', 'withholding_certificate'];
    const sums = ['journal_line', 'client_owed', 'client_year', 'client_ledger_month'];
    const ofDocuments = [...documents, ...beside, ...sums, 'promise', 'reminder', 'client_group'];
    const ofTheClientAlone = [
      'client_change',
      'client_erasure',
      'client_facts',
      'import_made',
      'reminder_proposal',
    ];
    const { rows } = await api.ownerPool.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint where confrelid = 'client'::regclass and contype = 'f'`,
    );
    const { rows: functions } = await api.ownerPool.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc where proname like 'merge_client%'`,
    );
    const moves = functions.map(({ text }) => text).join('\n');
    const unknown = rows
      .map(({ name }) => name)
      .filter((name) => ![...ofDocuments, ...ofTheClientAlone].includes(name))
      .filter((name) => !new RegExp(`\\b(update|delete from) ${name}\\b`).test(moves));
    expect(unknown).toEqual([]);
  });
});
