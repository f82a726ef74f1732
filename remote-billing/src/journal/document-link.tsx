import { Link } from 'react-router-dom';
import type { JournalRow } from '@daybook/contracts/billing/journal/journal';
import type { DocKind } from '@daybook/contracts/settings/billing-entities/number-formats';
import {
  creditNoteAddress,
  expenseAddress,
  staffVoucherAddress,
  invoiceAddress,
  proformaAddress,
  receiptAddress,
  withheldAddress,
} from '../common/addresses.ts';

const addresses: Record<DocKind | 'opening_invoice' | 'opening_withheld', (id: string) => string> = {
  tax_invoice: invoiceAddress,
  bill_of_supply: invoiceAddress,
  debit_note: invoiceAddress,
  opening_invoice: invoiceAddress,
  opening_withheld: withheldAddress,
  proforma: proformaAddress,
  receipt: receiptAddress,
  advance_voucher: receiptAddress,
  refund_voucher: receiptAddress,
  credit_note: creditNoteAddress,
  expense_voucher: expenseAddress,
  staff_voucher: staffVoucherAddress,
};
const addressOf = new Map<string, (id: string) => string>(Object.entries(addresses));

/** Links to the document of an entry, if it has a page. */
export function DocumentLink({ document }: { document: JournalRow['document'] }) {
  if (document === null) return '–';
  const name = <bdi>{document.number}</bdi>;
  const address = addressOf.get(document.docKind);
  return address === undefined ? name : <Link to={address(document.id)}>{name}</Link>;
}
