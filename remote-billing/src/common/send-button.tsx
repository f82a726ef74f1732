import Button from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '@daybook/shared/ui/use-read';
import type { Mails, SentDocument } from './sent-document.ts';

const SendDialog = lazy(() => import('./send-dialog.tsx'));

/** Opens the letter; where no mail server is set up it says so. */
export function SendButton({ document, mails }: { document: SentDocument; mails: Mails }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead(mails.list, { id: document.id });
  const cannot = data?.canMail === false;
  return (
    <>
      <Tooltip title={cannot ? t('send.notSetUp') : undefined}>
        {/* Not disabled, so that the reason can be had by keyboard. */}
        <Button aria-disabled={cannot} onClick={() => setOpen(!cannot)}>
          {t(document.sentAt === null ? 'send.verb' : 'send.again')}
        </Button>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <SendDialog document={document} mails={mails} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
