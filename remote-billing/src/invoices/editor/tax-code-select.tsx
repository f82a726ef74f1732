import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { isOutsideTax } from '@daybook/contracts/billing/invoices/billed-line';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { useDraft } from './use-draft.tsx';

/** "VAT 20 %" keeps its order on a right-to-left page. An ellipsis stands in until the codes have loaded. */
const isolated = ({ label }: { label?: ReactNode }) => <bdi>{label ?? '…'}</bdi>;

/** A tax code as it applies to this client on this date. An untaxed line offers only codes outside tax. */
export function TaxCodeSelect({
  value,
  onChange,
  isUntaxed = false,
  ...rest
}: FieldControl<string | null> & { isUntaxed?: boolean; id?: string; 'aria-label'?: string }) {
  const { basis } = useDraft();
  return (
    <Select<string>
      {...rest}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value || undefined}
      onChange={(id: string | undefined) => onChange?.(id ?? null)}
      labelRender={isolated}
      optionRender={isolated}
      options={(basis?.taxCodes ?? [])
        .filter(({ treatment }) => !isUntaxed || isOutsideTax(treatment))
        .map(({ id, label }) => ({ value: id, label }))}
    />
  );
}
