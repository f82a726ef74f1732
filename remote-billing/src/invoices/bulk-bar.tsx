import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@daybook/contracts/billing/invoice-record';
import { useMay } from '@daybook/shared/session';
import type { BulkStep } from './bulk-steps.tsx';

const BulkSteps = lazy(() => import('./bulk-steps.tsx'));

interface BulkBarProps {
  chosen: readonly InvoiceRow[];
  onClear: () => void;
}

/** What can be done with the selected invoices; whether with each of them, the server says. */
export function BulkBar({ chosen, onClear }: BulkBarProps) {
  const { t } = useTranslation('billing');
  const mayIssue = useMay('invoices.add');
  const maySend = useMay('invoices.edit');
  const [step, setStep] = useState<BulkStep | null>(null);
  const drafts = chosen.filter(({ number }) => number === '');
  const issued = chosen.filter(({ number, status }) => number !== '' && status !== 'void');
  const rows = { issue: drafts, send: issued, pdf: chosen };
  const offered = (['issue', 'send', 'pdf'] as const).filter(
    (one) => rows[one].length > 0 && (one === 'pdf' || (one === 'issue' ? mayIssue : maySend)),
  );
  return (
    <>
      {offered.map((one, index) => (
        <Button key={one} type={index === 0 ? 'primary' : 'default'} onClick={() => setStep(one)}>
          {t(`bulk.${one}`, { count: rows[one].length })}
        </Button>
      ))}
      <Button onClick={onClear}>{t('pending.clear')}</Button>
      {step !== null && (
        <Suspense>
          <BulkSteps
            step={step}
            rows={rows[step]}
            onClose={(wasRun) => {
              setStep(null);
              if (wasRun) onClear();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
