import type { TestApi } from '../test-api.ts';

interface Invoice {
  id: string;
  version: number;
  displayStatus: string;
  clientId: string;
  currency: string;
  issueDate: string;
  outstanding: number;
  lines: { id: string; amount: number }[];
}
interface Receipt {
  id: string;
  status: string;
  mode: string;
  depositedOn: string | null;
  clearedOn: string | null;
  clientId: string;
  currency: string;
  left: number;
}
interface CreditNote {
  id: string;
  version: number;
  status: string;
  clientId: string;
  currency: string;
  issueDate: string;
  available: number;
}

/** The documents of one billing entity, oldest first, as the next person to act would see them. */
export interface Documents {
  invoices: Invoice[];
  receipts: Receipt[];
  creditNotes: CreditNote[];
  /** Not reversed, from receipts and from credit notes. */
  allocations: { id: string; receiptId: string | null; creditNoteId: string | null }[];
  /** Not reversed, from receipts and from credit notes. */
  refunds: { id: string; receiptId: string | null; creditNoteId: string | null }[];
  writeOffs: { id: string; invoiceId: string }[];
  expenses: { id: string; version: number; status: string; paidBy: string }[];
  items: { id: string; version: number; status: string; clientId: string; currency: string }[];
  /** Vouchers of staff, and what people have of the firm's money. */
  vouchers: {
    id: string;
    version: number;
    status: string;
    date: string;
    userId: string;
    toUserId: string | null;
  }[];
  holdings: { userId: string; account: 'staff_advance' | 'staff_cash'; currency: string; amount: number }[];
  tasks: { id: string; version: number; status: string }[];
  lockedUntil: string | null;
}

const list = (select: string) => `coalesce((select json_agg(one) from (${select}) one), '[]')`;
const documents = `select json_build_object(
  'invoices', ${list(`select invoice.id, version, state.display_status as "displayStatus", invoice.client_id as "clientId", invoice.currency,
    invoice.issue_date as "issueDate", outstanding,
    ${list(`select id, amount from (select id, amount, no, false as is_adjustment from invoice_line where invoice_id = invoice.id
      union all select id, amount, no, true from invoice_adjustment where invoice_id = invoice.id) line
      order by is_adjustment, no`)} as lines
    from invoice join invoice_state state on state.invoice_id = invoice.id where invoice.entity_id = $1 order by invoice.id`)},
  'receipts', ${list(`select receipt.id, state.status, receipt.mode, deposited_on as "depositedOn",
    cleared_on as "clearedOn", receipt.client_id as "clientId", receipt.currency, available - allocated - refunded as left
    from receipt join receipt_state state on state.receipt_id = receipt.id where receipt.entity_id = $1 order by receipt.id`)},
  'creditNotes', ${list(`select note.id, version, status, note.client_id as "clientId", note.currency,
    note.issue_date as "issueDate", available
    from credit_note note join credit_note_state state on state.id = note.id where note.entity_id = $1 order by note.id`)},
  'allocations', ${list(`select allocation.id, receipt_id as "receiptId", credit_note_id as "creditNoteId"
    from allocation join invoice on invoice.id = invoice_id
    where entity_id = $1 and reversed_at is null order by allocation.id`)},
  'refunds', ${list(`select refund.id, receipt_id as "receiptId", null as "creditNoteId" from receipt_refund refund
    join receipt on receipt.id = receipt_id where entity_id = $1 and refund.reversed_on is null
    union all
    select refund.id, null, credit_note_id from credit_note_refund refund join credit_note note on note.id = credit_note_id
    where entity_id = $1 and refund.reversed_on is null order by 1`)},
  'writeOffs', ${list(`select write_off.id, invoice_id as "invoiceId" from write_off join invoice on invoice.id = invoice_id
    where entity_id = $1 and reversed_on is null order by write_off.id`)},
  'expenses', ${list(`select id, version, status, paid_by as "paidBy" from expense where entity_id = $1 order by id`)},
  'items', ${list(`select id, version, status, client_id as "clientId", currency from pending_item where entity_id = $1 order by id`)},
  'vouchers', ${list(`select id, version, status, voucher_date as date, user_id as "userId", to_user_id as "toUserId"
    from staff_voucher where entity_id = $1 order by id`)},
  'holdings', ${list(`select user_id as "userId", system_key as account, currency, sum(debit - credit)::bigint as amount
    from journal_line join ledger_account account on account.id = account_id
    where entity_id = $1 and system_key in ('staff_advance', 'staff_cash') group by 1, 2, 3 order by 1, 2, 3`)},
  'tasks', ${list(`select id, version, status from task where billing_entity_id = $1 and deleted_at is null order by id`)},
  'lockedUntil', (select locked_until from period_lock where entity_id = $1 order by seq desc limit 1)) as found`;

export async function readDocuments({ ownerPool }: TestApi, entityId: string): Promise<Documents> {
  const { rows } = await ownerPool.query<{ found: Documents }>({
    name: 'documents',
    text: documents,
    values: [entityId],
  });
  const [row] = rows;
  if (!row) throw new Error('the documents could not be read');
  return row.found;
}
