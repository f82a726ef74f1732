import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { laterPart } from '@daybook/shared/read/later-part';
import { useRead } from '@daybook/shared/read/use-read';
import { MailButton } from './mail-button.tsx';
import type { Mails, SentDocument } from './sent-document.ts';

const SendDialog = laterPart(() => import('./send-dialog.tsx'));

/** Opens the mail to send. Without a mail server, it explains that instead. */
export function SendButton({ document, mails }: { document: SentDocument; mails: Mails }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead(mails.list, { id: document.id });
  return (
    <>
      <MailButton canMail={data?.canMail} onClick={() => setOpen(true)}>
        {t(data === undefined || data.rows.length === 0 ? 'send.verb' : 'send.again')}
      </MailButton>
      {isOpen && <SendDialog document={document} mails={mails} onClose={() => setOpen(false)} />}
    </>
  );
}
