import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addPath, recordPath } from '@daybook/contracts/entities';
import type { BillingStatus, Task } from '@daybook/contracts/tasks/tasks/tasks';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { LinkButton } from '@daybook/shared/record/link-button';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import styles from './tasks.module.css';

const tones: Record<BillingStatus, Tone> = {
  non_billable: 'draft',
  unbilled: 'draft',
  pending: 'waiting',
  invoiced: 'done',
  written_off: 'draft',
};

/** Whether the work has been billed, with a link to the invoice. */
export function TaskBilling({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const mayInvoice = useMay('tasks.generate_invoice') && task.billingStatus === 'pending';
  const openedInvoice = useMay('invoices.view') ? task.invoiceId : null;
  const { fee, currency } = task;
  const isLimit = task.billingRule === 'hours_to_limit';
  return (
    <RecordSection
      title={t('billing')}
      extra={
        <StatusTag tone={tones[task.billingStatus]}>{t(`billingStatus.${task.billingStatus}`)}</StatusTag>
      }
    >
      {task.billable && (
        <Facts
          facts={[
            { label: t('field.billingEntity'), value: task.billingEntity?.label },
            { label: t('field.billingRule'), value: t(`shared:billingRule.${task.billingRule}`) },
            ...(typeof fee === 'number' && currency !== null
              ? [
                  {
                    label: t(isLimit ? 'field.limit' : 'field.fee'),
                    value: <Amount minor={fee} currency={currency} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      {task.billable && !task.clientBillable && <p>{t('clientNotBillable')}</p>}
      {(mayInvoice || openedInvoice !== null) && (
        <p className={styles.actions}>
          {mayInvoice && task.pendingItemId !== null && (
            <LinkButton type="primary" to={`${addPath('invoice')}?pending=${task.pendingItemId}`}>
              {t('makeInvoice')}
            </LinkButton>
          )}
          {openedInvoice !== null && (
            <Link to={recordPath('invoice', openedInvoice)}>{t('openInvoice')}</Link>
          )}
        </p>
      )}
    </RecordSection>
  );
}
