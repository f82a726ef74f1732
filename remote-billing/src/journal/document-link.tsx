import { Link } from 'react-router-dom';
import type { JournalRow } from '@daybook/contracts/billing/journal';
import { creditNoteAddress, invoiceAddress, receiptAddress } from '../common/addresses.ts';

const addressOf: Record<string, (id: string) => string> = {
  tax_invoice: invoiceAddress,
  bill_of_supply: invoiceAddress,
  debit_note: invoiceAddress,
  opening_invoice: invoiceAddress,
  receipt: receiptAddress,
  credit_note: creditNoteAddress,
};

/** The document that an entry is of, where there is a page of it. */
export function DocumentLink({ document }: { document: JournalRow['document'] }) {
  if (document === null) return '–';
  const name = <bdi>{document.number}</bdi>;
  const address = addressOf[document.docKind];
  return address === undefined ? name : <Link to={address(document.id)}>{name}</Link>;
}
