import { Link } from 'react-router-dom';
import type { Reference } from '@daybook/contracts/fields';
import { useMay } from '@daybook/shared/session';
import { invoiceAddress } from './addresses.ts';

/** An invoice's number. It links to the invoice for people who may open it. */
export function InvoiceLink({ invoice }: { invoice: Reference }) {
  const mayOpen = useMay('invoices.view');
  const name = <bdi>{invoice.label}</bdi>;
  return mayOpen ? <Link to={invoiceAddress(invoice.id)}>{name}</Link> : name;
}
