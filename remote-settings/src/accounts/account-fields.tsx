import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { accountTypes } from '@daybook/contracts/billing/journal/journal';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { fieldOf } from '@daybook/shared/form/field';

const Field = fieldOf(ledgerAccounts.create);

export function AccountFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="code" label={t('account.code')} hint={t('account.codeHint')}>
        <Input maxLength={20} />
      </Field>
      <Field name="name" label={t('account.name')}>
        <Input maxLength={120} />
      </Field>
      <Field name="type" label={t('account.type')} hint={t('account.typeHint')}>
        <Select options={accountTypes.map((value) => ({ value, label: t(`account.types.${value}`) }))} />
      </Field>
    </>
  );
}
