import { Link } from 'react-router-dom';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { ApiRefusal } from '@daybook/shared/call';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { editInvoiceAddress } from '../common/addresses.ts';
import { useFieldName } from '../common/field-name.ts';

/** The editor, at the faulty field. */
export const mendAddress = (id: string, field = ''): string =>
  `${editInvoiceAddress(id)}#${field.replaceAll('.', '_')}`;

interface FaultsProps {
  faults: FieldRefusals;
  refusal?: ApiRefusal;
  invoiceId: string;
  /** Opens in a new tab, so that the other refusals of the batch stay visible. */
  inNewTab?: boolean;
}

/** The faults of an invoice. Each links to its field in the editor. */
export function Faults({ faults, refusal, invoiceId, inNewTab = false }: FaultsProps) {
  const nameOf = useFieldName();
  if (Object.keys(faults).length === 0) return null;
  return (
    <ul>
      {Object.entries(faults).map(([field, codes]) => (
        <li key={field}>
          <Link to={mendAddress(invoiceId, field)} {...(inNewTab && { target: '_blank' })}>
            {nameOf(field)}
          </Link>
          {': '}
          {codes.map((code) => fieldText(code, refusal)).join(' ')}
        </li>
      ))}
    </ul>
  );
}
