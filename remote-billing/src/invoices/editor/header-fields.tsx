import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { LookupRow } from '@daybook/contracts/lookups';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { CurrencySelect, LanguageSelect } from '@daybook/shared/inputs/named-select';
import { moreText } from '../../common/look-up.ts';
import { RateField } from '../../common/rate-field.tsx';
import type { DraftValues } from './draft-values.ts';
import { useDraft } from './use-draft.tsx';

const Field = fieldOf(invoices.create);

/** The billing entity, the client and the dates. */
export function HeaderFields() {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance<DraftValues>();
  const { basis, currency } = useDraft();
  const pickClient = (client: LookupRow) => {
    const entityId = moreText(client, 'defaultEntityId');
    if (entityId !== null && !form.getFieldValue('entityId')) form.setFieldsValue({ entityId });
  };
  const issueDate = Form.useWatch<unknown>('issueDate', form);
  return (
    <>
      <Field name="clientId" label={t('field.client')}>
        <Lookup kind="client" onPick={pickClient} />
      </Field>
      <Field name="entityId" label={t('field.entity')}>
        <Lookup kind="billing_entity" />
      </Field>
      <Field name="issueDate" label={t('field.issueDate')}>
        <DateInput />
      </Field>
      <Field name="dueDate" label={t('field.dueDate')}>
        <DateInput />
      </Field>
      <Field name="currency" label={t('field.currency')}>
        <CurrencySelect />
      </Field>
      <RateField currency={currency} base={basis?.baseCurrency} date={issueDate} />
      <Field name="poNo" label={t('field.poNo')}>
        <Input maxLength={60} />
      </Field>
      <Field name="docLocale" label={t('field.docLocale')}>
        <LanguageSelect />
      </Field>
    </>
  );
}
