import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { toDecimal } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { ServerConfig } from '../../src/http/server.ts';
import type { Person } from '../people.ts';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { makeClient, makeEntity, makeTaxCode } from './masters.ts';

type InvoiceInput = InputOf<typeof invoices.create>;
type ReceiptInput = InputOf<typeof receipts.create>;

/** One client of one billing entity, and the documents that pass between them; untaxed, so that amounts are round. */
export interface BillingDesk {
  entityId: string;
  clientId: string;
  draft(amount: number, more?: Partial<InvoiceInput>): Promise<Invoice>;
  taxCodeId: string;
  issued(amount: number, more?: Partial<InvoiceInput>): Promise<Invoice>;
  receipt(amount: number, more?: Partial<ReceiptInput>): ReceiptInput;
}

export async function openDesk(
  api: TestApi,
  admin: Caller,
  { currency = 'EUR', entityId: given }: { currency?: string; entityId?: string } = {},
): Promise<BillingDesk> {
  const entityId = given ?? (await makeEntity(api.db, { currency }));
  const clientId = await makeClient(api.db, { entityId, crmId: admin.id, currency });
  const taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: '0', category: 'E' });
  const draft: BillingDesk['draft'] = (amount, more = {}) => {
    const lineCurrency = more.currency ?? currency;
    return admin.call(invoices.create, {
      entityId,
      clientId,
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      currency: lineCurrency,
      docLocale: 'en',
      lines: [
        {
          description: 'Annual accounts',
          qty: '1',
          unitPrice: toDecimal(amount as Minor, lineCurrency),
          taxCodeId,
        },
      ],
      ...more,
    });
  };
  return {
    entityId,
    clientId,
    taxCodeId,
    draft,
    async issued(amount, more) {
      const made = await draft(amount, more);
      return admin.call(invoices.issue, { id: made.id }, { version: made.version });
    },
    receipt: (amount, more = {}) => ({
      entityId,
      clientId,
      receiptDate: '2026-04-05',
      mode: 'bank',
      currency,
      amount,
      ...more,
    }),
  };
}

/** A server with a database of its own, somebody who uses it, and a billing desk of theirs. */
export async function startBilling(person: Person = {}, config: Partial<ServerConfig> = {}) {
  const api = await startTestApi(undefined, config);
  const admin = await api.as(person);
  return { api, admin, desk: await openDesk(api, admin) };
}

/** What the entries of documents moved: system account → debit minus credit, in their currency or in the base currency. */
export async function entryOf(
  api: TestApi,
  sources: string | readonly string[],
  column: 'amount' | 'base' = 'amount',
): Promise<Record<string, number>> {
  const { rows } = await api.ownerPool.query<{ account: string; amount: string; base: string }>(
    `select coalesce(system_key, code) as account, sum(debit - credit) as amount, sum(base_debit - base_credit) as base
       from journal_line join journal_entry on journal_entry.id = entry_id
       join ledger_account on ledger_account.id = account_id
     where source_id = any ($1) group by 1`,
    [[sources].flat()],
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row[column])]));
}
