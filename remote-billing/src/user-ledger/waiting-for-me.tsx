import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  staffVouchers,
  type StaffVoucherRow,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { useRead } from '@daybook/shared/read/use-read';
import { amountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { useParty } from './voucher-columns.tsx';
import { ConfirmCash } from './voucher-steps.tsx';
import styles from './user-ledger.module.css';

/** The cash that others have handed over and that this person may confirm, the oldest first. */
export function WaitingForMe({ open }: { open: (voucherId: string) => void }) {
  const { t } = useTranslation('billing');
  const partyOf = useParty();
  const [asked, setAsked] = useState<StaffVoucherRow | null>(null);
  const { data } = useRead(staffVouchers.list, { filter: { forMe: 'true' }, sort: 'date', pageSize: 100 });
  const rows = data?.rows ?? [];
  return (
    <>
      {rows.length > 0 && (
        <Alert
          type="warning"
          title={t('userLedger.waiting')}
          description={
            <ul className={styles.waiting} aria-label={t('userLedger.waiting')}>
              {rows.map((voucher) => {
                const amount = amountText(voucher.amount, voucher.currency);
                const name = voucher.person.label;
                return (
                  <li key={voucher.id} className={styles.offer}>
                    <Button type="link" className={styles.name ?? ''} onClick={() => open(voucher.id)}>
                      <bdi>
                        {name} → {partyOf(voucher)} · {dateText(voucher.date)} · {amount}
                      </bdi>
                    </Button>
                    <Button
                      size="small"
                      aria-label={t('userLedger.confirmOne', { amount, name })}
                      onClick={() => setAsked(voucher)}
                    >
                      {t('userLedger.step.confirm')}
                    </Button>
                  </li>
                );
              })}
            </ul>
          }
        />
      )}
      {/* Outside the list, which may be empty once the cash is confirmed. */}
      {asked !== null && <ConfirmCash voucher={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
