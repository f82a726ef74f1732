import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { HoursTable } from './hours-table.tsx';

/** The hours behind a pending item, as they were billed. */
export default function HoursOfItem({ item, onClose }: { item: PendingItem; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  return (
    <Modal
      open
      width={720}
      title={t('unbilledHours.hoursOf', { work: item.description })}
      footer={null}
      onCancel={onClose}
      wrapProps={focus}
    >
      <ReadView of={useRead(unbilledHours.ofItem, { id: item.id })}>
        {({ entries }) => <HoursTable entries={entries} currency={item.currency} />}
      </ReadView>
    </Modal>
  );
}
