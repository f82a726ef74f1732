import Form from 'antd/es/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { notify } from '@daybook/shared/notify';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useRead } from '@daybook/shared/read/use-read';
import { moreText } from '../common/look-up.ts';
import { today } from '@daybook/shared/today';
import { LongText } from '@daybook/shared/inputs/long-text';

const Field = fieldOf(pendingInvoices.create);

interface AddItemProps {
  /** The client that the list is filtered by. */
  clientId: string | undefined;
  onClose: () => void;
}

/** Adds something to bill without a task. */
export function AddItem({ clientId, onClose }: AddItemProps) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('pending.add')}
      endpoint={pendingInvoices.create}
      initial={{ readyOn: today(), ...(clientId !== undefined && { clientId }) }}
      verb={t('pending.addVerb')}
      onSaved={() => {
        notify.success(t('pending.added'));
        onClose();
      }}
      onClose={onClose}
    >
      <ItemFields />
    </FormDialog>
  );
}

function ItemFields() {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const clientId = Form.useWatch<string | null>('clientId') ?? null;
  const client = useRead(lookups.find, clientId === null ? null : { kind: 'client', id: clientId });
  // The client's own currency applies.
  const currency = moreText(client.data?.[0], 'currency') ?? '';
  const entityId = moreText(client.data?.[0], 'defaultEntityId');
  const billedBy = Form.useWatch<string | null>('entityId');
  useEffect(() => {
    if (entityId !== null && !form.getFieldValue('entityId')) form.setFieldsValue({ entityId });
  }, [form, entityId]);
  const pickService = (service: LookupRow) => {
    const { description, amount } = form.getFieldsValue(['description', 'amount']) as Record<string, unknown>;
    form.setFieldsValue({
      taxCodeId: moreText(service, 'taxCodeId'),
      ...(!description && { description: service.label }),
      ...((amount ?? null) === null &&
        service.more['currency'] === currency && { amount: service.more['price'] }),
    });
  };
  return (
    <>
      <Field name="clientId" label={t('field.client')}>
        <Lookup kind="client" />
      </Field>
      <Field name="entityId" label={t('field.entity')}>
        <Lookup kind="billing_entity" />
      </Field>
      <Field name="serviceId" label={t('line.service')}>
        <Lookup kind="service" onPick={pickService} />
      </Field>
      <Field name="description" label={t('pending.description')}>
        <LongText rows={[1, 6]} maxLength={1000} />
      </Field>
      <Field name="amount" label={t('line.amount')} {...(currency === '' && { hint: t('hint.clientFirst') })}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="taxCodeId" label={t('line.tax')}>
        <Lookup kind="tax_code" entityId={billedBy ?? undefined} />
      </Field>
      <Field name="readyOn" label={t('pending.readyOn')}>
        <DateInput />
      </Field>
    </>
  );
}
