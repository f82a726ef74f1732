import { useState } from 'react';
import Button from 'antd/es/button';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { notify } from '@daybook/shared/notify';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { TotpEnrolment } from '../account/totp-enrolment.tsx';
import { Section } from './section.tsx';
import { StatusTag } from '@daybook/shared/record/status-tag';
import css from './profile.module.css';

const Field = fieldOf(account.endTotp);

interface Props {
  hasTotp: boolean;
  recoveryLeft: number;
}

/** A second factor by an authenticator app: set up here on the page, and switched off with the password and a code. */
export function TotpSection({ hasTotp, recoveryLeft }: Props) {
  const { t } = useTranslation('personal');
  const [open, setOpen] = useState<'set-up' | 'codes' | 'switch-off' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title={t('totp.title')} actions={open === null && <Action hasTotp={hasTotp} onOpen={setOpen} />}>
      {open === 'set-up' || open === 'codes' ? (
        <div className={css.enrolment}>
          <TotpEnrolment onCodes={() => setOpen('codes')} onDone={close} />
          {open === 'set-up' && (
            <Button type="link" onClick={close}>
              {t('totp.cancel')}
            </Button>
          )}
        </div>
      ) : (
        <p>
          <StatusTag tone={hasTotp ? 'done' : 'draft'}>{t(hasTotp ? 'totp.on' : 'totp.off')}</StatusTag>{' '}
          {hasTotp ? t('totp.codesLeft', { count: recoveryLeft }) : t('totp.why')}
        </p>
      )}
      {open === 'switch-off' && (
        <FormDialog
          title={t('totp.switchOff')}
          consequence={t('totp.switchOffConsequence')}
          endpoint={account.endTotp}
          verb={t('totp.switchOff')}
          isDangerous
          onSaved={() => {
            close();
            notify.success(t('totp.switchedOff'));
          }}
          onClose={close}
        >
          <Field name="password" label={t('password.current')}>
            <Input.Password dir="ltr" autoComplete="current-password" />
          </Field>
          <Field name="code" label={t('totp.ownCode')} hint={t('totp.ownCodeHint')} isRequired>
            <Input dir="ltr" autoComplete="one-time-code" maxLength={20} />
          </Field>
        </FormDialog>
      )}
    </Section>
  );
}

function Action({ hasTotp, onOpen }: { hasTotp: boolean; onOpen: (open: 'set-up' | 'switch-off') => void }) {
  const { t } = useTranslation('personal');
  return hasTotp ? (
    <Button onClick={() => onOpen('switch-off')}>{t('totp.switchOff')}</Button>
  ) : (
    <Button onClick={() => onOpen('set-up')}>{t('totp.setUp')}</Button>
  );
}
