import { useState } from 'react';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import { languages } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import { mailSettings, type MailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { LongText } from '@daybook/shared/inputs/long-text';
import { SettingScreen } from '../setting-screen.tsx';
import { MailServer } from './mail-server.tsx';
import { RemoveServerDialog, ServerDialog } from './server-dialogs.tsx';

const Field = fieldOf(mailSettings.save);

const valuesOf = ({ replyTo, signatures }: MailSettings) => ({ replyTo, signatures });

/** The mail server, and what the firm adds to its mails. */
export default function MailSettingsScreen() {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <SettingScreen
      title={t('mail.title')}
      open={mailSettings.open}
      save={mailSettings.save}
      valuesOf={valuesOf}
      address={listPath('mail_setting')}
    >
      {(settings) => (
        <>
          <MailServer settings={settings} onOpen={setOpen} />
          <Letters />
          {open === 'change' && <ServerDialog settings={settings} onClose={close} />}
          {open === 'remove' && <RemoveServerDialog version={settings.version} onClose={close} />}
        </>
      )}
    </SettingScreen>
  );
}

/** What the firm adds to its mails. */
function Letters() {
  const { t } = useTranslation('settings');
  return (
    <>
      <FormGroup title={t('mail.letters')}>
        <Field name="replyTo" label={t('mail.replyTo')} hint={t('mail.replyToHint')}>
          <Input type="email" dir="ltr" autoComplete="off" />
        </Field>
      </FormGroup>
      <FormGroup title={t('mail.signature')} explanation={t('mail.signatureHint')}>
        {languages.map((language) => (
          <Field key={language} name={['signatures', language]} label={languageNames[language]}>
            <LongText maxLength={1000} rows={[2, 8]} lang={language} />
          </Field>
        ))}
      </FormGroup>
    </>
  );
}
