import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import styles from './invoices.module.css';

type WriteOff = Invoice['writeOffs'][number];

/** One row of what settled an invoice: what the firm gave up, until it takes it back. */
export function WrittenOff({ invoice, writeOff }: { invoice: Invoice; writeOff: WriteOff }) {
  const { t } = useTranslation('billing');
  const [isTakingBack, setTakingBack] = useState(false);
  const { date, amount, reason, receipt, reversedOn } = writeOff;
  return (
    <li className={reversedOn === null ? undefined : styles.struck}>
      <span>
        <bdi>
          {receipt === null
            ? t('writeOff.of', { reason })
            : t('writeOff.withReceipt', { number: receipt.label })}
        </bdi>{' '}
        <DateText date={date} />
        {reversedOn !== null && <div>{t('settlements.reversed', { date: dateText(reversedOn) })}</div>}
      </span>
      <Amount minor={amount} currency={invoice.currency} />
      {reversedOn === null && (
        <Can do="invoices.delete">
          <Button size="small" onClick={() => setTakingBack(true)}>
            {t('writeOff.takeBack')}
          </Button>
        </Can>
      )}
      {isTakingBack && (
        <TakeBackDialog invoice={invoice} writeOff={writeOff} onClose={() => setTakingBack(false)} />
      )}
    </li>
  );
}

interface TakeBackProps {
  invoice: Invoice;
  writeOff: WriteOff;
  onClose: () => void;
}

function TakeBackDialog({ invoice: { id, version, currency }, writeOff, onClose }: TakeBackProps) {
  const { t } = useTranslation('billing');
  return (
    <DatedStepDialog
      title={t('writeOff.takeBackOf', { amount: amountText(writeOff.amount, currency) })}
      consequence={t('writeOff.takeBackMeans')}
      endpoint={writeOffs.takeBack}
      fixed={{ id, writeOffId: writeOff.id }}
      version={version}
      verb={t('writeOff.takeBack')}
      done={() => t('writeOff.takenBack')}
      onClose={onClose}
    />
  );
}
