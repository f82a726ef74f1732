import { Link } from 'react-router-dom';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import type { ApiRefusal } from '@daybook/shared/call';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { editInvoiceAddress } from '../common/addresses.ts';
import { useFieldName } from '../common/field-name.ts';

/** The editor, at the field at fault. */
export const mendAddress = (id: string, field = ''): string =>
  `${editInvoiceAddress(id)}#${field.replaceAll('.', '_')}`;

interface FaultsProps {
  faults: FieldRefusals;
  refusal?: ApiRefusal;
  invoiceId: string;
  /** For one of many: what else was refused stays in sight. */
  inNewTab?: boolean;
}

/** What speaks against it, each a step away from its field in the editor. */
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
