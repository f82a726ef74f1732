import { useState } from 'react';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import { languages } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import { mailSettings, type MailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { MailServer } from './mail-server.tsx';
import { RemoveServerDialog, ServerDialog } from './server-dialogs.tsx';

const Field = fieldOf(mailSettings.save);

const valuesOf = ({ replyTo, signatures }: MailSettings) => ({ replyTo, signatures });

/** The mail server, and what the firm adds to its mails. */
export default function MailSettingsScreen() {
  const { t } = useTranslation('settings');
  const read = useRead(mailSettings.open, {});
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const title = t('mail.title');
  // It has its title also while it is read and when it is refused, as every page of the menu.
  if (read.data === undefined)
    return (
      <RecordScreen title={title}>
        <ReadView of={read} shape="form">
          {() => null}
        </ReadView>
      </RecordScreen>
    );
  return (
    <>
      <FormScreen
        title={title}
        endpoint={mailSettings.save}
        initial={valuesOf(read.data)}
        version={read.data.version}
        valuesOf={valuesOf}
        backTo={listPath('mail_setting')}
        // Stays here: this form is the page of the settings.
        onSaved={() => undefined}
      >
        <MailServer settings={read.data} onOpen={setOpen} />
        <FormGroup title={t('mail.letters')}>
          <Field name="replyTo" label={t('mail.replyTo')} hint={t('mail.replyToHint')}>
            <Input type="email" dir="ltr" autoComplete="off" />
          </Field>
        </FormGroup>
        <FormGroup title={t('mail.signature')} explanation={t('mail.signatureHint')}>
          {languages.map((language) => (
            <Field key={language} name={['signatures', language]} label={languageNames[language]}>
              <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 8 }} lang={language} />
            </Field>
          ))}
        </FormGroup>
      </FormScreen>
      {open === 'change' && <ServerDialog settings={read.data} onClose={close} />}
      {open === 'remove' && <RemoveServerDialog version={read.data.version} onClose={close} />}
    </>
  );
}
