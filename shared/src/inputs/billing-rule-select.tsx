import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { billingRules, type BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import { ClearableSelect } from './clearable-select.tsx';
import type { FieldControl } from './typed-input.tsx';

function useOptions() {
  const { t } = useTranslation('shared');
  return billingRules.map((value) => ({ value, label: t(`billingRule.${value}`) }));
}

/** What work is billed by. */
export function BillingRuleSelect(props: FieldControl<BillingRule> & { disabled?: boolean }) {
  return <Select<BillingRule> {...props} options={useOptions()} />;
}

/** What new tasks are billed by; empty if there is no default. */
export function UsualBillingRuleSelect({ onChange, value, ...rest }: FieldControl<BillingRule | null>) {
  const { t } = useTranslation('shared');
  return (
    <ClearableSelect<BillingRule>
      {...rest}
      value={value ?? undefined}
      onChange={(rule) => onChange?.(rule ?? null)}
      placeholder={t('billingRule.none')}
      options={useOptions()}
    />
  );
}
