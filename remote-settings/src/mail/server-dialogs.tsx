import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import {
  mailSecurities,
  mailSettings,
  type MailSecurity,
  type MailSettings,
} from '@daybook/contracts/settings/mail/mail-settings';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';

const Field = fieldOf(mailSettings.saveServer);

/** The port that mail servers have for it. */
const usualPorts: Record<MailSecurity, number> = { tls: 465, starttls: 587, none: 25 };

interface Props {
  settings: MailSettings;
  onClose: () => void;
}

export function ServerDialog({ settings, onClose }: Props) {
  const { t } = useTranslation('settings');
  const { version, host, port, security, username, sender } = settings;
  return (
    <FormDialog
      title={t('mail.serverTitle')}
      endpoint={mailSettings.saveServer}
      initial={{
        host,
        port: port ?? usualPorts.starttls,
        security: security ?? 'starttls',
        username,
        sender,
      }}
      version={version}
      verb={t('mail.save')}
      onSaved={() => {
        notify.success(t('mail.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <Fields settings={settings} />
    </FormDialog>
  );
}

function Fields({ settings: { environment, username } }: Pick<Props, 'settings'>) {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const options = mailSecurities.map((value) => ({ value, label: t(`mail.securities.${value}`) }));
  return (
    <>
      <Field name="host" label={t('mail.host')} isRequired>
        <Input dir="ltr" autoComplete="off" maxLength={253} />
      </Field>
      <Field name="security" label={t('mail.security')} isRequired>
        <Select<MailSecurity>
          options={options}
          onChange={(security) => form.setFieldsValue({ port: usualPorts[security] })}
        />
      </Field>
      <Field name="port" label={t('mail.port')} isRequired>
        <InputNumber min={1} max={65_535} precision={0} />
      </Field>
      <Field name="username" label={t('mail.username')} hint={t('mail.usernameHint')}>
        <Input dir="ltr" autoComplete="off" maxLength={200} />
      </Field>
      <Field
        name="password"
        label={t('mail.password')}
        {...(username !== null && { hint: t('mail.passwordHint') })}
      >
        <Input.Password dir="ltr" autoComplete="new-password" maxLength={500} />
      </Field>
      {environment.sender === null && (
        <Field name="sender" label={t('mail.sender')} hint={t('mail.senderHint')} isRequired>
          <Input type="email" dir="ltr" autoComplete="off" />
        </Field>
      )}
    </>
  );
}

const none = { host: null, port: null, security: null, username: null, password: null, sender: null };

export function RemoveServerDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog
      title={t('mail.removeQuestion')}
      consequence={t('mail.removeMeans')}
      endpoint={mailSettings.saveServer}
      fixed={none}
      version={version}
      verb={t('mail.remove')}
      isDangerous
      onSaved={() => {
        notify.success(t('mail.removed'));
        onClose();
      }}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
