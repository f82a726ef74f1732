import Form from 'antd/es/form';
import Select from 'antd/es/select';
import type { ComponentType, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { recurringModes } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { billings } from '@daybook/contracts/crm/subscriptions/subscription-periods';
import { subscriptions, type AppliedPackage } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { assigneeRules } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { fieldOf } from '@daybook/shared/form/field';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';

/** A field of the package in the form around it. */
export type PackageField = ComponentType<{
  name: keyof AppliedPackage;
  label: string;
  hint?: string;
  isRequired?: boolean;
  children: ReactElement;
}>;

interface ChoiceProps {
  currency: string;
  Field?: PackageField;
  /** The part of the form that holds the package, if it is not the whole. */
  within?: readonly string[];
}

const OwnField = fieldOf(subscriptions.apply);
const whole: readonly string[] = [];

/** What a form begins with; the first day is left to the person. */
export const usualChoice = {
  billing: 'pre',
  mode: 'draft',
  assigneeRule: 'client_executive',
  assigneeIds: [],
} as const;

/** The package, when it begins and is invoiced, what it costs the client, and who does the work. */
export function PackageChoice({ currency, Field = OwnField, within = whole }: ChoiceProps) {
  const { t } = useTranslation('crm');
  return (
    <>
      <Field name="packageId" label={t('subscription.package')}>
        <Lookup kind="package" />
      </Field>
      <Field name="startsOn" label={t('subscription.startsOn')} hint={t('subscription.startsOnHint')}>
        <DateInput />
      </Field>
      <Field
        name="firstPeriod"
        label={t('subscription.firstPeriod')}
        hint={t('subscription.firstPeriodHint')}
      >
        <DateInput />
      </Field>
      <Field name="billing" label={t('subscription.billing')}>
        <Select options={billings.map((value) => ({ value, label: t(`subscription.billings.${value}`) }))} />
      </Field>
      <Field name="mode" label={t('subscription.mode')}>
        <Select
          options={recurringModes.map((value) => ({ value, label: t(`subscription.modes.${value}`) }))}
        />
      </Field>
      <Terms currency={currency} Field={Field} within={within} />
    </>
  );
}

/** A price or a discount of the client's own, and who does the recurring tasks. */
export function Terms({ currency, Field = OwnField, within = whole }: ChoiceProps) {
  const { t } = useTranslation('crm');
  const rule = Form.useWatch<string | undefined>([...within, 'assigneeRule']);
  return (
    <>
      <Field name="price" label={t('subscription.ownPrice')} hint={t('subscription.ownPriceHint')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="discountPct" label={t('subscription.discount')}>
        <DecimalInput unit="%" />
      </Field>
      <Field name="assigneeRule" label={t('subscription.assigneeRule')}>
        <Select options={assigneeRules.map((value) => ({ value, label: t(`subscription.by.${value}`) }))} />
      </Field>
      {rule !== undefined && rule !== 'client_executive' && (
        <Field name="assigneeIds" label={t('subscription.assignees')} isRequired>
          <LookupMany kind="person" />
        </Field>
      )}
    </>
  );
}
