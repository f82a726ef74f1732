import { useState } from 'react';
import Button from 'antd/es/button';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { notify } from '@daybook/shared/notify';
import { InstantText } from '@daybook/shared/record/date-text';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { Section } from './section.tsx';

const Field = fieldOf(account.changePassword);

export function PasswordSection({ changedAt }: { changedAt: string | null }) {
  const { t } = useTranslation('personal');
  const [isOpen, setOpen] = useState(false);
  const actions = <Button onClick={() => setOpen(true)}>{t('password.change')}</Button>;
  return (
    <Section title={t('password.title')} actions={actions}>
      {changedAt !== null && (
        <p>
          {t('password.changedAt')} <InstantText at={changedAt} />
        </p>
      )}
      {isOpen && (
        <FormDialog
          title={t('password.change')}
          consequence={t('password.changeConsequence')}
          endpoint={account.changePassword}
          verb={t('password.set')}
          onSaved={() => {
            setOpen(false);
            notify.success(t('password.changed'));
          }}
          onClose={() => setOpen(false)}
        >
          <Field name="current" label={t('password.current')}>
            <Input.Password dir="ltr" autoComplete="current-password" />
          </Field>
          <Field name="next" label={t('password.new')} hint={t('password.hint')}>
            <Input.Password dir="ltr" autoComplete="new-password" />
          </Field>
        </FormDialog>
      )}
    </Section>
  );
}
