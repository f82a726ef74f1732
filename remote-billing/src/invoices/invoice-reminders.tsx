import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { Can } from '@daybook/shared/ui/can';
import { dateText } from '@daybook/shared/ui/date-text';
import { RecordSection } from '@daybook/shared/ui/record-screen';
import styles from './invoices.module.css';

const ReminderDialog = lazy(() => import('./reminder-dialog.tsx'));

type Flag = Invoice['clientReminders'];

/** Whether reminders of it may go out; its client's flag is told where it speaks against them. */
export function InvoiceReminders({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  const { clientReminders: ofClient } = invoice;
  const textOf = ({ reminders, remindersPausedUntil }: Flag): string =>
    t(`reminders.${reminders}`, {
      date: remindersPausedUntil === null ? '' : dateText(remindersPausedUntil),
    });
  return (
    <RecordSection
      title={t('reminders.title')}
      extra={
        <Can do="invoices.edit">
          <Button size="small" type="link" onClick={() => setOpen(true)}>
            {t('reminders.change')}
          </Button>
        </Can>
      }
    >
      <p className={styles.words}>{textOf(invoice)}</p>
      {ofClient.reminders !== 'on' && (
        <p className={styles.words}>{t('reminders.ofClient', { what: textOf(ofClient) })}</p>
      )}
      {isOpen && (
        <Suspense>
          <ReminderDialog invoice={invoice} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </RecordSection>
  );
}
