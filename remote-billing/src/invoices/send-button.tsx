import Button from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceMails } from '@daybook/contracts/billing/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { useRead } from '@daybook/shared/ui/use-read';

const SendDialog = lazy(() => import('./send-dialog.tsx'));

/** Opens the letter; where no mail server is set up it says so. */
export function SendButton({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead(invoiceMails.list, { id: invoice.id });
  const cannot = data?.canMail === false;
  return (
    <>
      <Tooltip title={cannot ? t('send.notSetUp') : undefined}>
        {/* Not disabled, so that the reason can be had by keyboard. */}
        <Button aria-disabled={cannot} onClick={() => setOpen(!cannot)}>
          {t(invoice.sentAt === null ? 'send.verb' : 'send.again')}
        </Button>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <SendDialog invoice={invoice} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
