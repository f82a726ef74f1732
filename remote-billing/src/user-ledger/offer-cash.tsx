import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserBalance } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { Reference } from '@daybook/contracts/fields';
import { laterPart } from '@daybook/shared/read/later-part';

const CommandDialog = laterPart(() => import('./command-dialog.tsx'));

/** Offers one's own cash to the bank or to a colleague. */
export function OfferCash({ me, balance }: { me: Reference; balance: UserBalance }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('userLedger.command.handOver')}
      </Button>
      {isOpen && (
        <CommandDialog
          command="handOver"
          whose={{ person: me, entity: balance.entity, currency: balance.currency }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
