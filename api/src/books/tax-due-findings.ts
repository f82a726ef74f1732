import { sql } from 'kysely';
import { NOTHING, add, minor, negate, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { Db } from '../db/database.ts';
import { documentsByPayment, sharedOut } from '../receivables/tax-registers/due-by-payment.queries.ts';
import type { DocumentIds, SharedOut } from '../receivables/tax-registers/due-by-payment.queries.ts';
import { taxIn } from '../receivables/tax-registers/due-by-payment.rules.ts';

const atOnce = 2_000;
const always = { from: '1900-01-01', to: '2199-12-31' };

interface Held {
  id: string;
  number: string;
  isVoid: boolean;
  /** What is open of it in its own currency, as stored. */
  unpaid: Minor;
  /** Its output tax in the ledger in the base currency; positive for an invoice. */
  tax: Minor;
}

/** What the ledger and the stored balances have for documents. */
async function heldOf(db: Db, { invoiceIds, noteIds }: DocumentIds): Promise<Map<string, Held>> {
  const { rows } = await sql<Held>`
    select document.id, document.number, document.is_void, document.unpaid, coalesce(posted.tax, 0)::bigint as tax
    from (
      select invoice_id as id, number, status = 'void' as is_void, outstanding as unpaid, 1 as sign from invoice_state
      where invoice_id = any (${invoiceIds}::uuid[])
      union all
      select id, number, status = 'void', available, -1 from credit_note_state where id = any (${noteIds}::uuid[])) document
    left join lateral (
      select document.sign * sum(line.base_credit - line.base_debit) as tax
      from journal_entry entry join journal_line line on line.entry_id = entry.id
      join ledger_account account on account.id = line.account_id and starts_with(account.system_key, 'output_tax.')
      where entry.source_id = document.id and entry.source_type in ('invoice', 'credit_note', 'void')) posted on true`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const taxOf = (amounts: Parameters<typeof taxIn>[0]): Minor => sum(taxIn(amounts).values());

/** What fell due of a document, was credited, was given up and is still open; without what it has by invoice. */
function told({ document, taken, open }: SharedOut, isVoid: boolean): Minor {
  if (isVoid) return NOTHING;
  const used = sum(taken.map(({ share, given }) => add(taxOf(share), taxOf(given))));
  const byInvoice = sum(document.byInvoice.map(({ tax }) => tax));
  return add(add(used, taxOf(open)), document.sign === 1 ? byInvoice : negate(byInvoice));
}

/** A void document has nothing open, whatever its balance was. */
const isUnpaidAsStored = ({ unpaid }: SharedOut, held: Held): boolean =>
  held.isVoid || unpaid === minor(held.unpaid);

/**
 * Where tax falls due by payment: for each document, the tax that fell due so far and the tax in what is still open (or was given up)
 * are its tax in the ledger, and what is open after all shares is its stored balance.
 */
export async function findTaxDueFaults(db: Db): Promise<BookFinding[]> {
  const { rows: entities } = await sql<{ id: string; name: string; regime: Regime; currency: string }>`
    select id, name, regime, base_currency as currency from billing_entity
    where tax_due = 'payment' or tax_due_changes @> '[{"due": "payment"}]' order by name, id`.execute(db);
  const found: BookFinding[] = [];
  for (const { id: entityId, name, regime, currency } of entities) {
    const { invoiceIds, noteIds } = await documentsByPayment(db, { entityId, ...always });
    for (let start = 0; start < Math.max(invoiceIds.length, noteIds.length); start += atOnce) {
      const ids = {
        invoiceIds: invoiceIds.slice(start, start + atOnce),
        noteIds: noteIds.slice(start, start + atOnce),
      };
      const held = await heldOf(db, ids);
      for (const one of await sharedOut(db, ids, regime)) {
        const stored = held.get(one.id);
        if (!stored) continue;
        const expected = minor(stored.tax);
        const actual = told(one, stored.isVoid);
        const fault = { rule: 'tax_due_is_ledger' as const, entity: name, document: stored.number };
        if (expected !== actual) found.push({ ...fault, currency, expected, actual });
        if (!isUnpaidAsStored(one, stored))
          found.push({ ...fault, currency: null, expected: minor(stored.unpaid), actual: one.unpaid });
      }
    }
  }
  return found;
}
