import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { staffTypes } from '@daybook/contracts/permissions';
import { notify } from '@daybook/shared/notify';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { call } from '@daybook/shared/call';
import styles from './people.module.css';

const Field = fieldOf(account.putPolicy);

type Policy = Awaited<ReturnType<typeof call<typeof account.policy>>>;

/** The roles that must sign in with two factors. */
export function SignInPolicy() {
  const { t } = useTranslation('settings');
  const [policy, setPolicy] = useState<Policy | null>(null);
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    setLoading(true);
    try {
      setPolicy(await call(account.policy, {}));
    } catch (error) {
      notify.failure(refusalText(error));
    } finally {
      setLoading(false);
    }
  };
  const close = () => setPolicy(null);
  return (
    <>
      <Button icon={<SafetyOutlined aria-hidden />} loading={isLoading} onClick={() => void open()}>
        {t('policy.open')}
      </Button>
      {policy !== null && (
        <FormDialog
          title={t('policy.title')}
          consequence={t('policy.explanation')}
          endpoint={account.putPolicy}
          initial={policy}
          verb={t('save')}
          onSaved={() => {
            notify.success(t('policy.saved'));
            close();
          }}
          onClose={close}
        >
          <Field name="totpRequired" label={t('policy.requiredFor')} isRequired={false}>
            <Checkbox.Group
              className={styles.choices ?? ''}
              options={staffTypes.map((value) => ({ value, label: t(`person.types.${value}`) }))}
            />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
