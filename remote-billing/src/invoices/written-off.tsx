import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { amountText } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { SettledRow } from '../common/settled-row.tsx';

type WriteOff = Invoice['writeOffs'][number];

/** A write-off among the settlements of an invoice. It can be reversed. */
export function WrittenOff({ invoice, writeOff }: { invoice: Invoice; writeOff: WriteOff }) {
  const { t } = useTranslation('billing');
  const [isTakingBack, setTakingBack] = useState(false);
  const { date, amount, reason, receipt, reversedOn } = writeOff;
  return (
    <SettledRow
      reversedOn={reversedOn}
      amount={amount}
      currency={invoice.currency}
      actions={
        <>
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
        </>
      }
    >
      <bdi>
        {receipt === null
          ? t('writeOff.of', { reason })
          : t('writeOff.withReceipt', { number: receipt.label })}
      </bdi>{' '}
      <DateText date={date} />
    </SettledRow>
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
