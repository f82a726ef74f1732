import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { ledgerAccounts, type Account } from '@daybook/contracts/settings/accounts/accounts';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { Beside } from '../beside.tsx';
import { MasterHistory } from '../master-history.tsx';
import { AccountFields } from './account-fields.tsx';

const valuesOf = ({ code, name, type, active }: Account) => ({ code, name, type, active });

const historyFields = {
  code: 'account.code',
  name: 'account.name',
  type: 'account.type',
  active: 'active',
};

/** An account of the firm's own: its number, name and status, and its type while nothing is posted to it. */
export default function EditAccount() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(ledgerAccounts.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(account) => (
        <Beside panels={<MasterHistory kind="ledger_account" id={id} fields={historyFields} />}>
          <FormScreen
            title={t('account.edit', { name: `${account.code} ${account.name}` })}
            endpoint={ledgerAccounts.edit}
            initial={valuesOf(account)}
            fixed={{ id }}
            version={account.version}
            valuesOf={valuesOf}
            backTo={listPath('ledger_account')}
            onSaved={() => void navigate(listPath('ledger_account'))}
          >
            <AccountFields />
            <ActiveField hint={t('account.activeHint')} />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}
