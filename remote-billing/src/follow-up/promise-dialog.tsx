import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { subtract, sum } from '@daybook/contracts/money/money';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';
import { dateText } from '@daybook/shared/record/date-text';
import { LongText } from '@daybook/shared/inputs/long-text';
import type { Instalment } from './instalments.tsx';
import { currenciesOf, PromiseTerms, proposedTerms } from './promise-terms.tsx';
import type { StepProps } from './steps.ts';

const Field = fieldOf(promises.create);

/** Records what a client promised to pay, and by when. */
export function PromiseDialog({ basis, onDone, onClose }: StepProps & { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const { client } = basis;
  const [currency, setCurrency] = useState(() => currenciesOf(basis)[0] ?? '');
  return (
    <FormDialog
      title={t('followUp.promiseOf', { client: client.label })}
      consequence={t('followUp.promiseMeans')}
      endpoint={promises.create}
      initial={proposedTerms(basis, currency) as Partial<InputOf<typeof promises.create>>}
      fixed={{ clientId: client.id, currency }}
      verb={t('followUp.promiseVerb')}
      onSaved={({ dueOn }) => {
        notify.success(t('followUp.promiseDone', { client: client.label, date: dateText(dueOn) }));
        onDone();
      }}
      onClose={onClose}
    >
      <PromiseTerms basis={basis} currency={currency} setCurrency={setCurrency} />
      <OnlyInvoices basis={basis} currency={currency} />
      <Field name="note" label={t('followUp.note')}>
        <LongText rows={[2, 8]} maxLength={2000} />
      </Field>
    </FormDialog>
  );
}

/** The invoices that the promise is about, among those of the chosen billing entity. */
function OnlyInvoices({ basis, currency }: { basis: FollowUpBasis; currency: string }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const entityId = Form.useWatch<string | undefined>('entityId');
  const open = basis.invoices.filter(
    (invoice) => invoice.currency === currency && (!entityId || invoice.entity.id === entityId),
  );
  if (open.length < 2) return null;
  /** A promise of one date is for the chosen invoices, whatever credit the client has. */
  const propose = (ids: readonly string[]) => {
    const [first, ...others] = form.getFieldValue('instalments') as Instalment[];
    if (others.length > 0) return;
    const named = open.filter(({ id }) => ids.includes(id));
    const amount = sum(named.map(({ outstanding, disputed }) => subtract(outstanding, disputed)));
    const proposed = named.length > 0 ? [{ amount }] : proposedTerms(basis, currency, entityId).instalments;
    const dueOn = first?.dueOn;
    form.setFieldValue('instalments', [{ ...(dueOn !== undefined && { dueOn }), ...proposed[0] }]);
  };
  return (
    <Form.Item name="invoiceIds" label={t('followUp.onlyInvoices')}>
      <Select
        mode="multiple"
        onChange={propose}
        optionFilterProp="label"
        placeholder={t('followUp.allInvoices')}
        options={open.map(({ id, number }) => ({ value: id, label: number }))}
      />
    </Form.Item>
  );
}
