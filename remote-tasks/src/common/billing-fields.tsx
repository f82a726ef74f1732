import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Switch from 'antd/es/switch';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { lookups } from '@daybook/contracts/lookups';
import { BillingRule, hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { useMay } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { BillingRuleSelect } from '@daybook/shared/inputs/billing-rule-select';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useRead } from '@daybook/shared/read/use-read';
import { useBilling, type CategoryKind } from './use-billing.ts';

// Tasks and series use the same field names.
const Field = fieldOf(tasks.create);

/** Disabled until the currency is known, because minor units mean nothing without it. */
function FeeInput({
  currency,
  ...rest
}: Omit<ComponentProps<typeof MoneyInput>, 'currency'> & { currency: string | null }) {
  if (currency !== null) return <MoneyInput {...rest} currency={currency} />;
  return <Input {...(rest.id !== undefined && { id: rest.id })} disabled />;
}

/** Whether the work of the chosen client is not billed, whatever the task says. */
function useClientNotBillable(): boolean {
  const clientId = Form.useWatch<string | null | undefined>('clientId') ?? null;
  const { data } = useRead(lookups.find, clientId === null ? null : { kind: 'client', id: clientId });
  return data?.[0]?.more['billable'] === false;
}

/** What the work is billed by: a fee, the hours, or the hours up to a limit. */
export function BillingRuleField({ isBillable }: { isBillable: boolean }) {
  const { t } = useTranslation('tasks');
  return (
    <Field name="billingRule" label={t('field.billingRule')}>
      <BillingRuleSelect disabled={!isBillable} />
    </Field>
  );
}

/** Whether the work is billed, by which entity and for what fee. */
export function BillingFields({
  categories,
  isInternal = false,
}: {
  categories: CategoryKind;
  isInternal?: boolean;
}) {
  const { t } = useTranslation('tasks');
  const seesFees = useMay(...moneyPermissions);
  const isBillable = Form.useWatch<boolean | undefined>('billable') ?? false;
  const rule = BillingRule.catch('fixed_fee').parse(Form.useWatch<unknown>('billingRule'));
  const isPriced = isBillable && hasFee(rule);
  const isNotBilled = useClientNotBillable();
  const { currency, pickEntity } = useBilling(categories);
  return (
    <>
      <Field
        name="billable"
        label={t('field.billable')}
        valueProp="checked"
        isWide
        {...(isBillable && isNotBilled && { hint: t('clientNotBillable') })}
      >
        <Switch disabled={isInternal} />
      </Field>
      <BillingRuleField isBillable={isBillable} />
      <Field name="billingEntityId" label={t('field.billingEntity')} isRequired={isBillable}>
        <Lookup kind="billing_entity" onPick={pickEntity} />
      </Field>
      {seesFees ? (
        <Field
          name="fee"
          label={t(rule === 'hours_to_limit' ? 'field.limit' : 'field.fee')}
          isRequired={isPriced}
          {...(rule === 'hours_to_limit' && { hint: t('hint.limit') })}
          {...(currency === null && isPriced && { hint: t('entityFirst') })}
        >
          <FeeInput currency={currency} disabled={!isPriced} />
        </Field>
      ) : (
        <span />
      )}
    </>
  );
}
