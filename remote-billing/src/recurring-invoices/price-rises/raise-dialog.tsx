import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { priceRises, roundingSteps } from '@daybook/contracts/crm/price-rises/price-rises';
import type { InputOf } from '@daybook/contracts/endpoint';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';
import { countText } from '@daybook/shared/record/count-text';
import { priceRiseAddress } from '../../common/addresses.ts';

/** The chosen series, all that the list finds, or the subscriptions of a package. */
export type Raised = Pick<InputOf<typeof priceRises.create>, 'ids' | 'q' | 'filter' | 'packageId'>;

const Field = fieldOf(priceRises.create);

/** Asks by how much prices rise and from when, and opens the plan. Nothing is raised yet. */
export default function RaiseDialog({ of, onClose }: { of: Raised; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  // The list reloads behind the dialog, so the selection is fixed here.
  const [fixed] = useState(of);
  return (
    <FormDialog
      title={t('rise.raise')}
      consequence={t('rise.raiseMeans')}
      endpoint={priceRises.create}
      initial={{ roundingStep: 1 }}
      fixed={fixed}
      verb={t('rise.plan')}
      onSaved={({ id }) => void navigate(priceRiseAddress(id))}
      onClose={onClose}
    >
      <Field name="percent" label={t('rise.percent')} isRequired={false}>
        <DecimalInput unit="%" />
      </Field>
      <ByAmount />
      <Field name="from" label={t('rise.from')} hint={t('rise.fromHint')}>
        <DateInput />
      </Field>
      <Field name="roundingStep" label={t('rise.rounding')} hint={t('rise.roundingHint')}>
        <Select options={roundingSteps.map((value) => ({ value, label: countText(value) }))} />
      </Field>
    </FormDialog>
  );
}

function ByAmount() {
  const { t } = useTranslation('billing');
  const currency = Form.useWatch<string | null>('currency');
  return (
    <>
      <Field name="currency" label={t('field.currency')} hint={t('rise.currencyHint')}>
        <CurrencySelect allowClear />
      </Field>
      <Field name="amount" label={t('rise.amount')} hint={t('rise.amountHint')}>
        <MoneyInput currency={currency ?? ''} />
      </Field>
    </>
  );
}
