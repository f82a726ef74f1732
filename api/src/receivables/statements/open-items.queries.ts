import { sql } from 'kysely';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { openRows } from '../outstanding/open-rows.ts';
import type { OpenAsked } from '../outstanding/open-rows.ts';

/** A document of which something was open on the day. A credit has no due date and is negative. */
export interface OpenOnDay {
  date: string;
  kind: 'invoice' | 'receipt' | 'credit_note';
  document: string;
  dueDate: string | null;
  open: Minor;
}

interface Ledger extends Pick<OpenAsked, 'isUnmoved'> {
  clientId: string;
  entityId: string;
  currency: string;
  asOf: string;
}

/** What was open in a client's ledger on a day: what is owed by due date, then the credits. */
export const openItems = (db: Db, { clientId, asOf, ...ledger }: Ledger): Promise<OpenOnDay[]> =>
  db
    .selectFrom(openRows({ day: asOf, clientIds: [clientId], ...ledger }).as('row'))
    .leftJoin('invoiceState as invoice', 'invoice.invoiceId', 'row.documentId')
    .leftJoin('receipt', 'receipt.id', 'row.documentId')
    .leftJoin('creditNote', 'creditNote.id', 'row.documentId')
    .select([
      'row.issuedOn as date',
      sql<OpenOnDay['kind']>`replace(row.kind, 'opening_', '')`.as('kind'),
      sql<string>`coalesce(invoice.number, receipt.number, credit_note.number, '')`.as('document'),
      'row.dueOn as dueDate',
      'row.open',
    ])
    .orderBy(sql`row.due_on asc nulls last`)
    .orderBy('row.issuedOn')
    .orderBy('row.documentId')
    .orderBy('row.no')
    .execute();
