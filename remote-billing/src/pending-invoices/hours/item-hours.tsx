import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { laterPart } from '@daybook/shared/read/later-part';
import { withLaterTexts } from '../../later-texts.ts';

const HoursOfItem = laterPart(withLaterTexts(() => import('./hours-of-item.tsx')));
const ReleaseHours = laterPart(withLaterTexts(() => import('./release-hours.tsx')));

interface HoursDialogProps {
  item: PendingItem;
  asked: 'hours' | 'releaseHours';
  onClose: () => void;
}

/** The hours behind an item, or the question whether to release them. */
export function HoursDialog({ item, asked, onClose }: HoursDialogProps) {
  const Dialog = asked === 'hours' ? HoursOfItem : ReleaseHours;
  return <Dialog item={item} onClose={onClose} />;
}

/** Shows the hours of an item that is billed or written off. */
export function BilledHoursButton({ item }: { item: PendingItem }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('pending.hours')}
      </Button>
      {isOpen && <HoursDialog item={item} asked="hours" onClose={() => setOpen(false)} />}
    </>
  );
}
