import Form from 'antd/es/form';
import type { LookupRow } from '@daybook/contracts/lookups';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import { moreText } from '../../common/look-up.ts';
import type { LineValues } from './draft-values.ts';
import { useDraft } from './use-draft.tsx';

/** A service's price as a unit price; null if it has none in this currency. */
function priceOf(service: LookupRow, currency: string): string | null {
  const { price } = service.more;
  if (typeof price !== 'number' || service.more['currency'] !== currency) return null;
  return canonicalDecimal(toDecimal(minor(price), currency));
}

/** Fills in the service's unit, code and tax, its description unless one was typed, and its price if it is in this currency. */
export function usePickedService(row: number): (service: LookupRow) => void {
  const form = Form.useFormInstance();
  const { basis, currency } = useDraft();
  return (service) => {
    const line = (form.getFieldValue(['lines', row]) ?? {}) as Partial<LineValues>;
    const taxCodeId = moreText(service, 'taxCodeId');
    const isApplied = basis?.taxCodes.some(({ id }) => id === taxCodeId) ?? false;
    const unitPrice = priceOf(service, currency);
    form.setFieldValue(['lines', row], {
      ...line,
      serviceId: service.id,
      description: line.description?.trim() ? line.description : service.label,
      unit: moreText(service, 'unit') ?? line.unit,
      sacHsn: moreText(service, 'sacHsn') ?? line.sacHsn,
      ...(isApplied && { taxCodeId }),
      ...(unitPrice !== null && { unitPrice }),
    });
  };
}
