import Alert from 'antd/es/alert';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { staffVouchers, type StaffVoucher } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useMay } from '@daybook/shared/session';
import { expenseAddress } from '../common/addresses.ts';
import { useParty } from './voucher-columns.tsx';
import { VoucherSteps } from './voucher-steps.tsx';
import { useVoucherName, voucherTones } from './voucher-words.ts';
import books from '../common/books.module.css';
import styles from './user-ledger.module.css';

/** One voucher above the list: its details and its steps. */
export default function VoucherDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('billing');
  const nameOf = useVoucherName();
  const read = useRead(staffVouchers.open, { id });
  const title = read.data === undefined ? t('userLedger.voucher') : nameOf(read.data);
  return (
    <Drawer open size="large" title={<bdi>{title}</bdi>} onClose={onClose} aria-label={title}>
      <ReadView of={read}>
        {(voucher) => (
          <div className={styles.record}>
            <div className={styles.steps}>
              <StatusTag tone={voucherTones[voucher.status]}>
                {t(`staffVoucherStatus.${voucher.status}`)}
              </StatusTag>
              <VoucherSteps voucher={voucher} />
            </div>
            <Posting voucher={voucher} />
            <VoucherFacts voucher={voucher} />
            {voucher.expenses.length > 0 && <PaidExpenses voucher={voucher} />}
          </div>
        )}
      </ReadView>
    </Drawer>
  );
}

function Posting({ voucher: { posting, reversal } }: { voucher: StaffVoucher }) {
  const { t } = useTranslation('billing');
  if (reversal !== null)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('userLedger.reversedBy', { name: reversal.by, date: dateText(reversal.on) })}
        description={<bdi>{reversal.reason}</bdi>}
      />
    );
  if (posting === null) return null;
  return <p className={styles.note}>{t('userLedger.postedBy', { name: posting.by })}</p>;
}

const given = (label: string, value: string | null) => (value ? [{ label, value: <bdi>{value}</bdi> }] : []);

function VoucherFacts({ voucher }: { voucher: StaffVoucher }) {
  const { t } = useTranslation('billing');
  const partyOf = useParty();
  return (
    <RecordSection title={t(`staffVoucherKind.${voucher.kind}`)}>
      <Facts
        facts={[
          {
            label: t('userLedger.amount'),
            value: <Amount minor={voucher.amount} currency={voucher.currency} />,
          },
          { label: t('date'), value: <DateText date={voucher.date} /> },
          ...given(t('userLedger.person'), voucher.person.label),
          ...given(t('userLedger.party'), partyOf(voucher)),
          ...given(t('field.entity'), voucher.entity.label),
          ...given(t('userLedger.reference'), voucher.reference),
          ...given(t('userLedger.note'), voucher.note),
          ...given(t('userLedger.enteredBy'), voucher.by),
        ]}
      />
    </RecordSection>
  );
}

function PaidExpenses({ voucher: { expenses, currency } }: { voucher: StaffVoucher }) {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('expenses.add', 'expenses.edit', 'expenses.delete');
  return (
    <RecordSection title={t('userLedger.expenses')}>
      <div className={books.scroll}>
        <table className={books.table} aria-label={t('userLedger.expenses')}>
          <thead>
            <tr>
              <th scope="col">{t('field.number')}</th>
              <th scope="col">{t('date')}</th>
              <th scope="col">{t('userLedger.text')}</th>
              <th scope="col" className={books.figure}>
                {t('userLedger.amount')} ({currency})
              </th>
            </tr>
          </thead>
          <tbody>
            {expenses.map(({ id, number, date, description, amount }) => (
              <tr key={id}>
                <td>{mayOpen ? <Link to={expenseAddress(id)}>{number}</Link> : <bdi>{number}</bdi>}</td>
                <td>
                  <DateText date={date} />
                </td>
                <td>
                  <bdi>{description}</bdi>
                </td>
                <td className={books.figure}>
                  <Amount minor={amount} currency={currency} showCurrency={false} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </RecordSection>
  );
}
