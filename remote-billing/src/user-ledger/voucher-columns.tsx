import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type {
  StaffVoucherRow,
  staffVouchers,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import {
  dateColumn,
  moneyColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { useVoucherName, voucherTones } from './voucher-words.ts';
import styles from './user-ledger.module.css';

/** Who or what the money goes to or comes from. */
export function useParty(): (voucher: StaffVoucherRow) => string {
  const { t } = useTranslation('billing');
  return ({ receiver, account }) => receiver?.label ?? t(`staffMoney.${account}`);
}

export function useVoucherColumns(open: (id: string) => void): ColumnsOf<typeof staffVouchers> {
  const { t } = useTranslation('billing');
  const nameOf = useVoucherName();
  const partyOf = useParty();
  return [
    {
      title: t('userLedger.voucher'),
      isHeading: true,
      render: (voucher) => (
        <Button type="link" className={styles.name ?? ''} onClick={() => open(voucher.id)}>
          <bdi>{nameOf(voucher)}</bdi>
        </Button>
      ),
    },
    dateColumn(t('date'), ({ date }) => date, { name: 'date', sort: 'date' }),
    textColumn(t('ledger.document'), ({ kind }) => t(`staffVoucherKind.${kind}`), {
      name: 'document',
      isShort: true,
    }),
    textColumn(t('userLedger.person'), ({ person }) => person.label, {
      name: 'person',
      isShort: true,
    }),
    textColumn(t('userLedger.party'), partyOf, { name: 'party', isShort: true }),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { name: 'entity', isShort: true }),
    statusColumn(t('field.status'), ({ status }) => ({
      tone: voucherTones[status],
      label: t(`staffVoucherStatus.${status}`),
    })),
    moneyColumn(
      t('userLedger.amount'),
      ({ amount }) => amount,
      ({ currency }) => currency,
    ),
  ];
}
