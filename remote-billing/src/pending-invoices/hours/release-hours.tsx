import { useTranslation } from 'react-i18next';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';

/** Releases the hours of an item, so that they can be edited and billed again. */
export default function ReleaseHours({ item, onClose }: { item: PendingItem; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { save } = useSave(unbilledHours.release);
  return (
    <ConfirmDialog
      question={t('unbilledHours.releaseQuestion', { work: item.description })}
      consequence={t('unbilledHours.releaseMeans')}
      verb={t('pending.releaseHours')}
      isDangerous={false}
      run={async () => {
        await save({ id: item.id }, item.version);
        notify.success(t('unbilledHours.released'));
      }}
      onClose={onClose}
    />
  );
}
