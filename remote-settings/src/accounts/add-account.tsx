import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { AccountFields } from './account-fields.tsx';

export default function AddAccount() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('account.add')}
      endpoint={ledgerAccounts.create}
      initial={{ type: 'income' }}
      backTo={listPath('ledger_account')}
      onSaved={() => void navigate(listPath('ledger_account'), { replace: true })}
    >
      <AccountFields />
    </FormScreen>
  );
}
