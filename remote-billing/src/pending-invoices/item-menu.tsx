import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { RowMenu } from '@daybook/shared/list/row-menu';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import { addInvoiceAddress } from '../common/addresses.ts';
import { EditItem } from './edit-item.tsx';
import { BilledHoursButton, HoursDialog } from './hours/item-hours.tsx';
import { WriteOffItem } from './write-off-item.tsx';

const hoursActions = ['hours', 'releaseHours'] as const;

/** The actions of one item. */
export function ItemMenu({ item }: { item: PendingItem }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'edit' | 'hold' | 'writeOff' | 'hours' | 'releaseHours' | null>(null);
  const mayDraft = useMay('invoices.add') && item.status === 'open';
  const hold = useSave(pendingInvoices.hold);
  const close = () => setAsked(null);
  if (item.status === 'invoiced' || item.status === 'written_off')
    return item.source === 'time' ? <BilledHoursButton item={item} /> : null;

  const isHeld = item.status === 'held';
  const release = async () => {
    try {
      await hold.save({ id: item.id, held: false }, item.version);
      notify.success(t('pending.released'));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  const items = [
    ...(mayDraft
      ? [
          {
            key: 'draft',
            label: t('pending.draftOne'),
            onClick: () => void navigate(`${addInvoiceAddress}?pending=${item.id}`),
          },
        ]
      : []),
    {
      key: 'hold',
      label: t(isHeld ? 'pending.release' : 'pending.hold'),
      onClick: () => (isHeld ? void release() : setAsked('hold')),
    },
    ...(item.source === 'time'
      ? hoursActions.map((key) => ({
          key,
          label: t(`pending.${key}`),
          onClick: () => setAsked(key),
        }))
      : []),
    { key: 'writeOff', label: t('pending.writeOff'), danger: true, onClick: () => setAsked('writeOff') },
  ];
  return (
    <>
      <Button size="small" onClick={() => setAsked('edit')}>
        {t('edit')}
      </Button>
      <RowMenu label={t('more', { what: item.description })} items={items} />
      {asked === 'edit' && <EditItem item={item} onClose={close} />}
      {asked === 'hold' && <HoldDialog item={item} onClose={close} />}
      {(asked === 'hours' || asked === 'releaseHours') && (
        <HoursDialog item={item} asked={asked} onClose={close} />
      )}
      {asked === 'writeOff' && <WriteOffItem item={item} onClose={close} />}
    </>
  );
}

function HoldDialog({ item, onClose }: { item: PendingItem; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { save } = useSave(pendingInvoices.hold);
  return (
    <ReasonDialog
      question={t('pending.holdQuestion', { what: item.description })}
      label={t('reason')}
      verb={t('pending.hold')}
      isRequired
      run={async (reason) => {
        await save({ id: item.id, held: true, reason }, item.version);
        notify.success(t('pending.held'));
      }}
      onClose={onClose}
    />
  );
}
