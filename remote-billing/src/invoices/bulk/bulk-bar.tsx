import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceJob } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { useRead } from '@daybook/shared/read/use-read';
import { MailButton } from '../../common/mail-button.tsx';

const BulkSteps = laterPart(() => import('./bulk-steps.tsx'));

interface BulkBarProps {
  chosen: readonly InvoiceRow[];
  /** Called with the invoices that are no longer needed in the selection. */
  onDone: (ids: readonly string[]) => void;
}

/** The actions for the selected invoices. The server decides for each invoice whether the action is possible. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const { t } = useTranslation('billing');
  const mayIssue = useMay('invoices.add');
  const maySend = useMay('invoices.edit');
  const [step, setStep] = useState<InvoiceJob['kind'] | null>(null);
  const drafts = chosen.filter(({ number }) => number === '');
  const issued = chosen.filter(({ number, status }) => number !== '' && status !== 'void');
  const [firstSent] = issued;
  // Whether mail is set up is the same for all invoices, so the first one answers for all.
  const { data: mails } = useRead(
    invoiceMails.list,
    maySend && firstSent !== undefined ? { id: firstSent.id } : null,
  );
  const rows = { issue: drafts, send: issued, pdf: chosen };
  const offered = (['issue', 'send', 'pdf'] as const).filter(
    (one) => rows[one].length > 0 && (one === 'pdf' || (one === 'issue' ? mayIssue : maySend)),
  );
  return (
    <>
      {offered.map((one, index) => (
        <MailButton
          key={one}
          type={index === 0 ? 'primary' : 'default'}
          canMail={one !== 'send' || mails?.canMail}
          onClick={() => setStep(one)}
        >
          {t(`bulk.${one}`, { count: rows[one].length })}
        </MailButton>
      ))}
      <Button onClick={() => onDone(chosen.map(({ id }) => id))}>{t('pending.clear')}</Button>
      {step !== null && (
        <BulkSteps
          step={step}
          rows={rows[step]}
          onClose={(doneIds) => {
            setStep(null);
            onDone(doneIds);
          }}
        />
      )}
    </>
  );
}
