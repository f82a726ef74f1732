import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { recurringInvoices, type Foresight } from '@daybook/contracts/billing/recurring-invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { FormGroup } from '@daybook/shared/ui/form-group';
import { usePause } from '@daybook/shared/ui/use-pause';
import { useRead } from '@daybook/shared/ui/use-read';
import { ForeseenTable, ForesightWarnings } from './foreseen-table.tsx';
import styles from './recurring.module.css';

type Asked = InputOf<typeof recurringInvoices.foresee>;

/** What the terms that are being typed would make, as soon as they are whole. */
export function useForesight(clientId: string | undefined): Foresight | undefined {
  const form = Form.useFormInstance();
  const typed = (Form.useWatch([], { form, preserve: true }) ?? {}) as Record<string, unknown>;
  const { create: _create, from, ...terms } = typed;
  const values = {
    ...terms,
    ...(clientId !== undefined && { clientId }),
    ...(typeof from === 'string' && { startsOn: from }),
  };
  const asked = usePause(
    JSON.stringify(values, (_name, value: unknown) => (value === '' || value === null ? undefined : value)),
  );
  const input = JSON.parse(asked) as Asked;
  const isWhole = recurringInvoices.foresee.input.safeParse(input).success;
  const { data } = useRead(recurringInvoices.foresee, isWhole ? input : null);
  return isWhole ? data : undefined;
}

/** The next twelve, with their days and figures. */
export function RecurringPreview({ foresight }: { foresight: Foresight | undefined }) {
  const { t } = useTranslation('billing');
  return (
    <FormGroup title={t('recurring.preview')}>
      <div className={styles.preview} aria-live="polite">
        {foresight === undefined ? (
          <span className={styles.quiet}>{t('recurring.previewWaits')}</span>
        ) : (
          <>
            <ForesightWarnings warnings={foresight.warnings} />
            <ForeseenTable
              label={t('recurring.preview')}
              days={foresight.next}
              currency={foresight.currency}
            />
          </>
        )}
      </div>
    </FormGroup>
  );
}
