import Form from 'antd/es/form';
import Segmented from 'antd/es/segmented';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { Uuid } from '@daybook/contracts/fields';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import type { CommandProps, Whose } from '../common/staff-commands.ts';
import { useCommandTitle } from '../common/use-command-title.ts';
import { AboutFields, fixedOf, useBaseCurrency, useWhose, WhoseFields } from '../common/whose-fields.tsx';

/** To a person: then the receiver is required, because for the endpoint no receiver means the bank. */
const toPerson = {
  ...staffVouchers.handOver,
  input: staffVouchers.handOver.input.extend({ receiverId: Uuid }),
};

const Field = fieldOf(toPerson);

type Way = 'bank' | 'person';

function CurrencyField({ whose }: { whose: Whose }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const base = useBaseCurrency(useWhose(whose).entityId);
  useEffect(() => {
    if (base !== '' && !form.getFieldValue('currency')) form.setFieldsValue({ currency: base });
  }, [form, base]);
  return (
    <Field name="currency" label={t('field.currency')}>
      <CurrencySelect />
    </Field>
  );
}

function AmountField({ currency: known }: { currency: string | undefined }) {
  const { t } = useTranslation('billing');
  const chosen = Form.useWatch<string | null>('currency');
  return (
    <Field name="amount" label={t('userLedger.amount')}>
      <MoneyInput currency={known ?? chosen ?? ''} />
    </Field>
  );
}

function ReceiverField({ whose }: { whose: Whose }) {
  const { t } = useTranslation('billing');
  const { personId } = useWhose(whose);
  return (
    <Field name="receiverId" label={t('userLedger.receiver')}>
      <Lookup kind="person" {...(personId !== null && { without: personId })} />
    </Field>
  );
}

/** Offers cash that a person holds to the bank or to another person. */
export function HandOverDialog({ whose, onClose }: CommandProps) {
  const { t } = useTranslation('billing');
  const [way, setWay] = useState<Way>('bank');
  const { currency } = whose;
  return (
    <FormDialog
      title={useCommandTitle('handOver', whose)}
      consequence={t('userLedger.means.handOver')}
      endpoint={way === 'person' ? toPerson : staffVouchers.handOver}
      initial={{ date: today() }}
      fixed={{
        ...fixedOf(whose),
        ...(currency !== undefined && { currency }),
        ...(way === 'bank' && { receiverId: null }),
      }}
      verb={t('userLedger.offer')}
      onSaved={() => {
        notify.success(t('userLedger.offeredDone'));
        onClose();
      }}
      onClose={onClose}
    >
      <WhoseFields whose={whose} />
      <Form.Item label={t('userLedger.to')}>
        <Segmented<Way>
          aria-label={t('userLedger.to')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'bank', label: t('userLedger.toBank') },
            { value: 'person', label: t('userLedger.toPerson') },
          ]}
        />
      </Form.Item>
      {way === 'person' && <ReceiverField whose={whose} />}
      {currency === undefined && <CurrencyField whose={whose} />}
      <AmountField currency={currency} />
      <AboutFields />
    </FormDialog>
  );
}
