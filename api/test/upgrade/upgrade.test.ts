import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { verifyAudit } from '../../src/audit/verify.ts';
import { findBookFaults } from '../../src/books/book-findings.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Database } from '../../src/db/database.ts';
import { describeSchema } from '../../src/db/describe-schema.ts';
import { migrate } from '../../src/db/migrate.ts';
import { doJobs, noTurn } from '../../src/jobs/do-jobs.ts';
import { endPrinting } from '../../src/pdf/print-pdf.ts';
import { kindsOfJobs } from '../../src/start-jobs.ts';
import { effort } from '../effort.ts';
import { sealAll } from '../seal-all.ts';
import { superuserOf } from '../superuser-of.ts';
import { migrateUnderKills } from './migrate-under-kills.ts';
import { loadFirm } from './stored-firm.ts';

let place: TestDatabase;
let firm: Database;
let owner: pg.Pool;
let upgraded: Awaited<ReturnType<typeof migrateUnderKills>>;
const kills = effort(2, 20);

/** No receipt of the stored firm was reversed in a later month; now each one was. */
async function reversedLater(): Promise<void> {
  const client = new pg.Client({ connectionString: superuserOf(place.ownerUrl) });
  await client.connect();
  await client.query(`set session_replication_role = replica;
    update receipt_state set reversed_on = reversed_on + 35 where status <> 'posted'`);
  await client.end();
}

beforeAll(async () => {
  place = await createTestDatabase({ migrated: false });
  await migrate(place.ownerUrl, undefined, '0016_stored_totals.sql');
  await loadFirm('0016', superuserOf(place.ownerUrl));
  await reversedLater();
  upgraded = await migrateUnderKills(place.ownerUrl, kills);
  firm = openDatabase(place.appUrl, pino({ level: 'silent' }), 2);
  // Its last connections close after it says so; dropping the database would cut those.
  owner = new pg.Pool({ connectionString: place.ownerUrl, max: 2 }).on('error', () => undefined);
});
afterAll(async () => {
  await Promise.all([firm.close(), owner.end()]);
  await place.drop();
});

const rowsOf = async (query: string): Promise<unknown[]> => (await owner.query<never>(query)).rows;

const moved = (rows: string) =>
  rowsOf(`select client_id, entity_id, currency, sum(debit)::text as debit, sum(credit)::text as credit, count(*) > 0 as some
    from ${rows} moved group by 1, 2, 3 order by 1, 2, 3`);

describe('a firm that worked with the schema 0016 and is migrated', () => {
  it('is migrated by three servers at once, after others were killed in the middle', async () => {
    expect(upgraded).toEqual({ killed: kills, codes: [0, 0, 0] });
    expect(await rowsOf('select indexrelid::regclass as half from pg_index where not indisvalid')).toEqual(
      [],
    );
  });

  it('has the schema of a new firm', async () => {
    const fresh = await readFile(path.join(import.meta.dirname, '../../schema.sql'), 'utf8');
    expect(await describeSchema(place.ownerUrl)).toBe(fresh);
  });

  it('has correct books and a complete audit log', async () => {
    expect(await rowsOf('select count(*)::int as entries from journal_entry')).not.toEqual([{ entries: 0 }]);
    expect(await findBookFaults(firm.db)).toEqual([]);
    await sealAll(firm.db);
    const { sealed, ...log } = await verifyAudit(firm.db);
    expect(log).toEqual({ findings: [], unsealed: 0 });
    expect(sealed).toBeGreaterThan(2_000);
  });

  it('counts a reversed receipt in its own month, and its reversal in the month of the reversal', async () => {
    const moved =
      await rowsOf(`select currency, to_char(month, 'YYYY-MM') as month, sum(amount)::int as amount from (
        select currency, date_trunc('month', receipt_date) as month, amount from receipt where opening_on is null
        union all
        select receipt.currency, date_trunc('month', reversed_on), -amount from receipt
          join receipt_state state on state.receipt_id = receipt.id where reversed_on is not null
      ) moved group by 1, 2 having sum(amount) <> 0 order by 1, 2`);
    expect(
      await rowsOf(`select currency, to_char(month, 'YYYY-MM') as month, sum(amount)::int as amount from money_by_month
        where kind = 'collected' group by 1, 2 having sum(amount) <> 0 order by 1, 2`),
    ).toEqual(moved);
    const [{ later }] = (await rowsOf(`select count(*)::int as later from receipt_state
      where date_trunc('month', reversed_on) > date_trunc('month', receipt_date)`)) as [{ later: number }];
    expect(later).toBeGreaterThan(0);
  });

  it('has its jobs, with the outcome of each invoice; one that was open goes on', async () => {
    const jobs = await rowsOf(`
      select kind, job.status, count(*)::int as items, count(*) filter (where item.status = 'done')::int as done,
        count(*) filter (where item.status = 'refused')::int as refused, count(item.sha256)::int as files
      from job join job_item item on item.job_id = job.id group by job.id order by job.id`);
    const none = { done: 0, refused: 0, files: 0 };
    expect(jobs).toEqual([
      { ...none, kind: 'invoice_send', status: 'done', items: 4, done: 4 },
      { ...none, kind: 'invoice_pdf', status: 'done', items: 2, done: 2, files: 2 },
      { ...none, kind: 'invoice_issue', status: 'done', items: 3, done: 2, refused: 1 },
      { ...none, kind: 'invoice_issue', status: 'cancelled', items: 2 },
      { ...none, kind: 'invoice_pdf', status: 'waiting', items: 2 },
    ]);
    expect(await doJobs(firm.db, { kinds: kindsOfJobs, canMail: false, turn: noTurn() })).toBe(2);
    expect(await rowsOf(`select status from job where ended_at is null`)).toEqual([]);
    await endPrinting();
  });

  it('has what moved each client’s ledger by month, as its entries have it', async () => {
    const kept = await moved('client_ledger_month');
    expect(kept.length).toBeGreaterThan(20);
    const delta = '(select entry_id from ledger_delta)';
    expect(kept).toEqual(await moved(`(select * from client_movement where entry_id not in ${delta})`));
  });

  // Here each migration asserts what it made of old rows: one test named by what holds afterwards.

  it('owes each issued document in rows that fall due, and knows who looked after it and when it was used up', async () => {
    const [{ documents, rows } = { documents: 0, rows: 0 }] = (await rowsOf(
      `select count(*) filter (where issued_at is not null)::int as documents,
         (select count(distinct invoice_id)::int from invoice_due) as rows from invoice`,
    )) as { documents: number; rows: number }[];
    expect(rows).toBe(documents);
    expect(documents).toBeGreaterThan(100);
    const wrong = {
      'rows that are not the amounts printed': `select id from invoice
        join (select invoice_id, coalesce(sum(amount) filter (where no = 0), 0) as prepaid, sum(amount) filter (where no > 0) as payable,
          count(*) as rows from invoice_due group by 1) due on invoice_id = id
        join invoice_state live using (invoice_id)
        where (due.prepaid, due.payable, due.rows) <> (invoice.prepaid, invoice.payable, live.due_rows)
          or live.posted_on <> coalesce(opening_on, invoice.issue_date)`,
      'documents of nobody, or of others than today': `select document.id
        from (select id, client_id, crm_id from invoice where issued_at is not null union all select id, client_id, crm_id from receipt) document
        join client on client.id = client_id where document.crm_id is distinct from client.crm_id`,
      'lines without the department of their service': `select line.id from invoice_line line join service on service.id = service_id
        where line.department_id is distinct from service.department_id`,
      'receipts whose live part is of another client, entity, currency or day': `select live.receipt_id
        from receipt_state live join receipt on receipt.id = live.receipt_id
        where (live.client_id, live.entity_id, live.currency, live.posted_on) is distinct from
          (receipt.client_id, receipt.entity_id, receipt.currency, coalesce(receipt.opening_on, receipt.receipt_date))`,
      'receipts used up on another day than their last movement': `select receipt_id from receipt_state live where used_up_on is distinct from
        case when status <> 'posted' then reversed_on when allocated + refunded = available then greatest(
          (select max(allocated_on) from allocation where receipt_id = live.receipt_id and reversed_on is null),
          (select max(refunded_on) from receipt_refund where receipt_id = live.receipt_id and reversed_on is null)) end`,
      'credit notes with something left that count as used up': `select id from credit_note_state
        where (used_up_on is null) <> (status = 'draft' or available > 0)`,
    };
    for (const [what, query] of Object.entries(wrong))
      expect([what, await rowsOf(query)]).toEqual([what, []]);
    expect(await rowsOf('select bounds from ageing_setting')).toEqual([{ bounds: [30, 60, 90, 180] }]);
  });

  it('has an entry in the withholding register for all tax withheld, in the quarter of its receipt', async () => {
    const [{ entries }] = (await rowsOf('select count(*)::int as entries from withholding_entry')) as [
      { entries: number },
    ];
    expect(entries).toBeGreaterThan(0);
    const wrong = {
      'receipts that the register misstates': `select receipt.id from receipt join receipt_state live on live.receipt_id = receipt.id
        where case live.status when 'posted' then receipt.withheld else 0 end
          <> (select coalesce(sum(amount), 0) from withholding_entry where receipt_id = receipt.id)`,
      'entries that nobody claims, or of another day': `select entry.id from withholding_entry entry join receipt on receipt.id = receipt_id
        where entry.state <> 'claimed' or entry.deducted_on <> receipt.receipt_date or entry.deducted_on > entry.quarter_ends_on
          or entry.fy <> receipt.fy`,
      'entries without their first state': `select id from withholding_entry where (select count(*) from withholding_change where entry_id = id) <> 1`,
    };
    for (const [what, query] of Object.entries(wrong))
      expect([what, await rowsOf(query)]).toEqual([what, []]);
  });

  it('has all tax due with the invoice, as before', async () => {
    expect(await rowsOf('select distinct tax_due, tax_due_changes from billing_entity')).toEqual([
      { tax_due: 'invoice', tax_due_changes: [] },
    ]);
  });

  it('has a person of its own for each contact of a client, found by name, and no refused address', async () => {
    expect(
      await rowsOf(`select link.client_id from client_contact link join contact on contact.id = link.contact_id
        where contact.version <> 1 or contact.search_text not like '%' || search_normal(contact.name) || '%'
        union all select contact_id from client_contact group by contact_id having count(*) > 1
        union all select id from contact where not exists (select from client_contact where contact_id = contact.id)
        union all select contact_id from client_contact
          where num_nonnulls(position, send_receipts, send_credit_notes) > 0
        union all select message_id from refused_address`),
    ).toEqual([]);
    expect(await rowsOf('select from contact limit 1')).toHaveLength(1);
  });

  it('posted all fees to the account of fees, keeps control accounts for documents, and translates what nobody renamed', async () => {
    expect(
      await rowsOf(`select line.kind, account.system_key, count(*) > 0 as some from invoice_line line
        left join ledger_account account on account.id = line.income_account_id group by 1, 2 order by 1`),
    ).toEqual([
      { kind: 'disbursement', system_key: null, some: true },
      { kind: 'fee', system_key: 'income', some: true },
    ]);
    expect(
      await rowsOf(`select code from ledger_account where kept_by_documents <> (subledger <> 'none'
        or system_key in ('cheques_in_hand', 'client_reimbursable')) or usual is distinct from (case when system_key is null then code end)`),
    ).toEqual([]);
  });

  it('keeps what each credit note took back of income and of disbursements, as it was posted', async () => {
    expect(await rowsOf('select from credit_note_posting limit 1')).toHaveLength(1);
    expect(
      await rowsOf(`select source_id, account_id, sum(amount), sum(base) from (
          select entry.source_id, line.account_id, line.debit - line.credit as amount, line.base_debit - line.base_credit as base
          from journal_entry entry join journal_line line on line.entry_id = entry.id
            join ledger_account account on account.id = line.account_id
          where entry.source_type = 'credit_note' and account.system_key in ('income', 'client_reimbursable')
          union all
          select line.credit_note_id, part.account_id, -part.amount, -part.base
          from credit_note_posting part join credit_note_line line on line.id = part.line_id) side
        group by 1, 2 having sum(amount) <> 0 or sum(base) <> 0`),
    ).toEqual([]);
  });

  it('takes no enquiries by the public form until somebody switches it on', async () => {
    expect(await rowsOf('select active, origins from enquiry_form')).toEqual([
      { active: false, origins: [] },
    ]);
  });

  it('knows of each client what lists are filtered by, and refuses no invoice above a credit limit', async () => {
    const facts = 'client_id, has_email, country, missing';
    const told = await rowsOf(`select ${facts} from facts_of_clients order by client_id`);
    expect(told.length).toBeGreaterThan(20);
    expect(await rowsOf(`select ${facts} from client_facts order by client_id`)).toEqual(told);
    expect(await rowsOf('select distinct credit_limit from billing_entity')).toEqual([
      { credit_limit: 'warn' },
    ]);
  });

  it('has all registrations of clients in force, whatever the day', async () => {
    expect(
      await rowsOf(`select count(*) > 0 as some, count(*) filter (where num_nonnulls(valid_from, valid_to) > 0)::int as dated
        from client_registration`),
    ).toEqual([{ some: true, dated: 0 }]);
  });

  it('reminds nobody: each billing entity has a note and three levels, and its reminders are off', async () => {
    expect(
      await rowsOf(`select setting.mode, array_agg(level.no order by level.no) as levels
        from billing_entity entity left join reminder_setting setting on setting.id = entity.id
          left join reminder_level level on level.entity_id = entity.id and level.name <> ''
        group by entity.id, setting.mode`),
    ).toEqual(
      (await rowsOf('select from billing_entity')).map(() => ({ mode: 'off', levels: [0, 1, 2, 3] })),
    );
    expect(
      await rowsOf(`select contact_id from client_contact where num_nonnulls(send_reminders, send_statements) > 0
        union all select id from email_message where recipient like '%@%' and cardinality(domains) = 0`),
    ).toEqual([]);
  });

  it('has each enquiry with a source and its moves from the audit log, and what was written about a loss beside a reason', async () => {
    const wrong = {
      'enquiries whose last move is not their stage': `select id from enquiry where status || status_since is distinct from
        (select to_status || moved_on from enquiry_move where enquiry_id = enquiry.id order by enquiry_move.id desc limit 1)`,
      'moves that do not follow each other': `select id from (select id, from_status,
          lag(to_status) over (partition by enquiry_id order by id) as before from enquiry_move) move
        where from_status is distinct from before`,
      'lost enquiries without what was written': `select id from enquiry
        where status = 'lost' and (lost_note is null or lost_reason_id <> (select id from lost_reason where usual = 'other'))`,
    };
    for (const [what, query] of Object.entries(wrong))
      expect([what, await rowsOf(query)]).toEqual([what, []]);
    const [counts] = await rowsOf(`select (select count(*)::int from enquiry) as enquiries,
      (select count(*)::int from enquiry_move) as moves, (select count(distinct source_id)::int from enquiry) as sources`);
    expect(counts).toMatchObject({ enquiries: 10 });
    expect((counts as { moves: number }).moves).toBeGreaterThan(20);
  });
});
