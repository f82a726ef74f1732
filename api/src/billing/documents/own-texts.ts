import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { CURRENCY_CODES, exponentOf } from '@daybook/contracts/money/currency';
import { beginsWith, endsWith, holdsWord, matches } from '../../db/search.ts';
import type { OwnText } from '../../document-search.ts';

// The document's own columns that are searched. Each expression is written exactly as in its index in api/migrations.

const at = (text: Expression<unknown>, word: string) => [beginsWith(text, word), endsWith(text, word)];

const oneOf = (ids: RawBuilder<unknown>, each: readonly RawBuilder<SqlBool>[]): OwnText[] =>
  each.map((holds) => ({ ids: sql`${ids} where ${holds}`, holds, finds: holds }));

const byExponent = Map.groupBy(CURRENCY_CODES, exponentOf);

/** Matches exactly this amount, in the minor units of the currency. */
function isAmount(amount: Expression<unknown>, currency: Expression<unknown>, word: string) {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(word) ?? [];
  if (whole === '') return [];
  return [...byExponent]
    .filter(([exponent]) => fraction.length <= exponent)
    .map(
      ([exponent, codes]) =>
        sql<SqlBool>`${amount} = ${Number(whole + fraction.padEnd(exponent, '0'))}
          and ${currency} = any (${codes}::text[])`,
    );
}

/** Searches the invoice number, its amount and the client's order number. */
export const ofInvoice = (word: string): OwnText[] => {
  const order = beginsWith(sql`search_normal(invoice.po_no)`, word);
  return [
    ...oneOf(sql`select invoice_id from invoice_state`, [
      ...at(sql`lower(invoice_state.number)`, word),
      ...isAmount(sql.ref('invoiceState.payable'), sql.ref('invoiceState.currency'), word),
    ]),
    {
      ids: sql`select invoice.id from invoice where ${order}`,
      holds: sql<SqlBool>`(select ${order} from invoice where invoice.id = invoice_state.invoice_id)`,
    },
  ];
};

/** Searches the receipt number, its amount, and the references of bank and cheque. */
export const ofReceipt = (word: string): OwnText[] =>
  oneOf(sql`select receipt.id from receipt`, [
    ...at(sql`lower(receipt.number)`, word),
    ...isAmount(sql.ref('receipt.amount'), sql.ref('receipt.currency'), word),
    ...at(sql`search_normal(receipt.reference)`, word),
    ...at(sql`search_normal(receipt.instrument_no)`, word),
  ]);

/** Searches the credit note's number, its amount and the invoices that it corrects. */
export const ofCreditNote = (word: string): OwnText[] => [
  {
    ids: sql`select credit_note.id from credit_note where ${matches('creditNote', word)}`,
    holds: sql<SqlBool>`(select ${holdsWord(sql.ref('own.searchText'), word)} from credit_note own where own.id = state.id)`,
  },
];

export const ofPendingItem = (word: string): OwnText[] => [
  {
    ids: sql`select pending_item.id from pending_item where ${matches('pendingItem', word)}`,
    holds: holdsWord(sql.ref('pendingItem.searchText'), word),
    finds: matches('pendingItem', word),
  },
];

/** Searches the name of a series; the client's name is searched on the client. */
export const ofSeries = (word: string): OwnText[] => [
  {
    ids: sql`select series.id from series where ${matches('series', word)}`,
    holds: holdsWord(sql.ref('series.searchText'), word),
    finds: matches('series', word),
  },
];
