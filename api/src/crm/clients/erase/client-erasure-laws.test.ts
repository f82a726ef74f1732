import type pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { openBillingFixture } from '../../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../../test/fixtures/billing-fixture.ts';
import { makeClientToErase } from '../../../../test/fixtures/client-to-erase.ts';
import { creditOf, issuedCredit } from '../../../../test/fixtures/credit-fixture.ts';
import { openExpenseFixture } from '../../../../test/fixtures/expense-fixture.ts';
import { openSeriesFixture } from '../../../../test/fixtures/series-fixture.ts';
import { refusedInSql } from '../../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';

let api: TestApi;
let owner: Caller;
let fixture: BillingFixture;
beforeEach(async () => {
  api = await startTestApi();
  owner = await api.as({ userType: 'super_admin', name: 'Olga Owner' });
  fixture = await openBillingFixture(api, owner);
});
afterEach(() => api.stop());

type Statement = [sql: string, values: unknown[]];

const actor = (id: string): Statement => [`select set_config('daybook.actor', $1, true)`, [id]];
const erasure = (clientId: string): Statement => [`select erase_client($1, 'Asked for')`, [clientId]];
const note = (clientId: string): Statement => [
  `insert into client_note (id, client_id, body) values (gen_random_uuid(), $1, 'Typed meanwhile')`,
  [clientId],
];

/** What is in the way of an erasure by the preview, after the erasure was refused for the same. */
async function obstacles(clientId = fixture.clientId) {
  const { code, version } = await owner.call(clients.open, { id: clientId });
  const refusal = await owner.refused(
    clientErasure.erase,
    { id: clientId, code, reason: 'Asked' },
    { version },
  );
  const preview = await owner.call(clientErasure.preview, { id: clientId });
  expect([refusal.code, refusal.params]).toEqual(['CLIENT_NOT_SETTLED', { obstacles: preview.obstacles }]);
  expect(await refusedInSql(api, actor(owner.id), erasure(clientId))).toBe('DB131');
  return preview.obstacles;
}

/** Runs work in a transaction that stays open until `end` is called. */
async function opened(work: (sql: pg.PoolClient) => Promise<unknown>) {
  const sql = await api.appPool.connect();
  await sql.query('begin');
  try {
    await work(sql);
  } catch (error) {
    sql.release(true);
    throw error;
  }
  return async () => {
    await sql.query('commit');
    sql.release();
  };
}

// docs/rules.md#erasure-of-a-client
describe('a client is not erased', () => {
  it('while it owes, or has something to its credit', async () => {
    const invoice = await fixture.issued(1_000);
    expect(await obstacles()).toEqual([{ kind: 'invoices', count: 1 }]);
    await owner.call(
      receipts.create,
      fixture.receipt(1_500, { allocations: [{ invoiceId: invoice.id, amount: 1_000 }] }),
    );
    expect(await obstacles()).toEqual([{ kind: 'receipts', count: 1 }]);
  });

  it('while work is to be billed, and while a draft bills it', async () => {
    const { clientId, entityId, taxCodeId } = fixture;
    const item = await owner.call(pendingInvoices.create, {
      entityId,
      clientId,
      description: 'Advice',
      amount: 400,
      taxCodeId,
      readyOn: '2026-03-01',
    });
    expect(await obstacles()).toEqual([{ kind: 'pending_invoices', count: 1 }]);
    await owner.call(pendingInvoices.draft, { itemIds: [item.id], issueDate: '2026-03-02' });
    expect(await obstacles()).toEqual([{ kind: 'pending_invoices', count: 1 }]);
  });

  it('while a series runs or is paused, and while a task is not finished', async () => {
    const series = await openSeriesFixture(api.db);
    await series.task({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' });
    await api.ownerPool.query(
      `insert into task (id, no, title, client_id, due_on) values (gen_random_uuid(), 'T-1', 'Accounts', $1, '2026-03-01')`,
      [series.clientId],
    );
    expect(await obstacles(series.clientId)).toEqual([
      { kind: 'recurring_tasks', count: 1 },
      { kind: 'tasks', count: 1 },
    ]);
  });

  it('while a credit note is not used up', async () => {
    const invoice = await fixture.issued(1_000);
    const receipt = fixture.receipt(1_000, { allocations: [{ invoiceId: invoice.id, amount: 1_000 }] });
    await owner.call(receipts.create, receipt);
    await issuedCredit(owner, creditOf(fixture, [[invoice, 300]]));
    expect(await obstacles()).toEqual([{ kind: 'credit_notes', count: 1 }]);
  });

  it('while a cheque waits, or an expense is undecided', async () => {
    const claims = await openExpenseFixture(api);
    const { claimant, clientId, entityId } = claims;
    await claimant.call(expenses.create, claims.expense({ clientId }));
    await api.ownerPool.query(
      `insert into postdated_cheque (id, entity_id, client_id, currency, amount, due_on, instrument_no, instrument_bank, input)
         values (gen_random_uuid(), $1, $2, 'EUR', 500, current_date + 5, '000123', 'First Bank', '{"allocations": []}')`,
      [entityId, clientId],
    );
    expect(await obstacles(clientId)).toEqual([
      { kind: 'expenses', count: 1 },
      { kind: 'postdated_cheques', count: 1 },
    ]);
  });

  it('while it pays for a group, and while a bulk change or an import of it runs', async () => {
    const { clientId } = fixture;
    await owner.call(clientGroups.create, {
      name: 'A family',
      memberIds: [clientId],
      payerClientId: clientId,
    });
    await api.ownerPool.query(
      `with change as (insert into job (id, kind, created_by) values (gen_random_uuid(), 'client_change', '${owner.id}') returning id),
         item as (insert into job_item (job_id, no, subject) select id, 1, '${clientId}' from change),
         reading as (insert into job (id, kind, created_by) values (gen_random_uuid(), 'client_import', '${owner.id}') returning id),
         file as (insert into import (id, kind, file_name, sha256, headings, row_count, columns, created_by, job_id)
           select gen_random_uuid(), 'clients', 'clients.csv', sha256('x'), array['Name'], 1, '[]', '${owner.id}', id from reading
           returning id)
       insert into import_row (import_id, no, cells, record_id) select id, 1, array['Acme'], '${clientId}' from file`,
    );
    expect(await obstacles()).toEqual([
      { kind: 'client_groups', count: 1 },
      { kind: 'imports', count: 1 },
      { kind: 'jobs', count: 1 },
    ]);
  });

  it('by anyone but an active super admin, and not by writing the record of an erasure', async () => {
    const { clientId } = fixture;
    const admin = await api.as({ userType: 'admin' });
    expect(await refusedInSql(api, actor(admin.id), erasure(clientId))).toBe('DB001');
    expect(await refusedInSql(api, erasure(clientId))).toBe('DB001');
    const written = `insert into client_erasure (client_id, reason) values ($1, 'Mine')`;
    expect(await refusedInSql(api, actor(owner.id), [written, [clientId]])).toBe('42501');
  });

  it('by the setting alone, which opens no law', async () => {
    const { client } = await makeClientToErase(api, owner);
    const sql = await api.ownerPool.connect();
    await sql.query(`select set_config('daybook.erasing', 'on', false)`);
    const refused: string[] = [];
    for (const table of ['client_note', 'client_file', 'follow_up', 'client_mail', 'reminder'])
      refused.push(
        await sql.query(`delete from ${table} where client_id = $1`, [client.id]).then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
      );
    await sql.query(`select set_config('daybook.erasing', '', false)`);
    sql.release();
    expect(new Set(refused)).toEqual(new Set(['DB001']));
  });
});

describe('an erased client', () => {
  it('takes nothing, and does not come back', async () => {
    const { clientId } = fixture;
    await refusedInSql(api, actor(owner.id), erasure(clientId));
    expect(await refusedInSql(api, note(clientId))).toBe('DB130');
    expect(await refusedInSql(api, actor(owner.id), erasure(clientId))).toBe('DB130');
    expect(await refusedInSql(api, [`update client set name = 'Back' where id = $1`, [clientId]])).toBe(
      'DB130',
    );
    const { code } = await owner.refused(receipts.create, fixture.receipt(100));
    expect(code).toBe('CLIENT_ERASED');
  });

  it('is still handed over to another relationship manager, and is followed up by nobody else', async () => {
    const { clientId } = fixture;
    await owner.call(followUps.handOn, { id: clientId, toId: owner.id });
    await refusedInSql(api, actor(owner.id), erasure(clientId));
    const other = await api.as({ userType: 'crm' });
    expect(
      await refusedInSql(api, ['update client set crm_id = $2 where id = $1', [clientId, other.id]]),
    ).toBe('done');
    const { rows } = await api.ownerPool.query(
      'select from client_follow_up where responsible_id is not null',
    );
    expect(rows).toEqual([]);
  });
});

/** A finished task of the client. */
const doneTask = async () => {
  const { rows } = await api.ownerPool.query<{ id: string }>(
    `insert into task (id, no, title, client_id, due_on, status, completed_at, completed_by)
       values (gen_random_uuid(), 'T-1', 'Accounts', $1, '2026-03-01', 'completed', now(), $2) returning id`,
    [fixture.clientId, owner.id],
  );
  return rows[0]?.id ?? '';
};

describe('an erasure and a save at the same time', () => {
  it('leave nothing on what hangs on the client, whichever comes first', async () => {
    const taskId = await doneTask();
    const { rows } = await api.ownerPool.query<{ id: string }>(
      `insert into time_entry (id, task_id, user_id, worked_on, minutes) values (gen_random_uuid(), $1, $2, '2026-03-01', 30)
         returning id`,
      [taskId, owner.id],
    );
    const write: Statement = [`update time_entry set note = 'Typed meanwhile' where id = $1`, [rows[0]?.id]];
    const endWrite = await opened((sql) => sql.query(...write));
    const erased = refusedInSql(api, actor(owner.id), erasure(fixture.clientId));
    await wait(200);
    await endWrite();
    expect(await erased).toBe('done');
    const notes = await api.ownerPool.query('select from time_entry where note is not null');
    expect(notes.rows).toEqual([]);
    expect(await refusedInSql(api, write)).toBe('DB130');
  });

  it('refuse a note on a task that is saved second', async () => {
    const taskId = await doneTask();
    const end = await opened(async (sql) => {
      await sql.query(...actor(owner.id));
      await sql.query(...erasure(fixture.clientId));
    });
    const saved = refusedInSql(api, [
      `insert into task_note (id, task_id, body) values (gen_random_uuid(), $1, 'Typed meanwhile')`,
      [taskId],
    ]);
    await wait(200);
    await end();
    expect(await saved).toBe('DB130');
  });

  it('remove what was saved first', async () => {
    const { clientId } = fixture;
    const end = await opened((sql) => sql.query(...note(clientId)));
    const erased = refusedInSql(api, actor(owner.id), erasure(clientId));
    await wait(200);
    await end();
    expect(await erased).toBe('done');
    const { rows } = await api.ownerPool.query('select from client_note where client_id = $1', [clientId]);
    expect(rows).toEqual([]);
  });

  it('refuse what is saved second', async () => {
    const { clientId } = fixture;
    const end = await opened(async (sql) => {
      await sql.query(...actor(owner.id));
      await sql.query(...erasure(clientId));
    });
    const saved = refusedInSql(api, note(clientId));
    await wait(200);
    await end();
    expect(await saved).toBe('DB130');
  });

  it('see an invoice that is issued meanwhile', async () => {
    const { clientId } = fixture;
    const draft = await fixture.draft(1_000);
    const end = await opened((sql) => sql.query('select from invoice where id = $1 for update', [draft.id]));
    const issued = owner.call(invoices.issue, { id: draft.id }, { version: draft.version });
    await wait(200);
    const erased = refusedInSql(api, actor(owner.id), erasure(clientId));
    await wait(200);
    await end();
    await issued;
    expect(await erased).toBe('DB131');
  });
});
