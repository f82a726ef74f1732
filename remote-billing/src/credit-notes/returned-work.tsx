import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { WorkNext } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { ReturnedWork as Work } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { Amount } from '@daybook/shared/record/amount';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import documentStyles from '../common/document.module.css';
import styles from './credit-notes.module.css';

type Answer = Pick<Work, 'invoiceLineId' | 'next'>;

interface ReturnedWorkProps extends FieldControl<Answer[]> {
  work: readonly Work[];
  currency: string;
}

const none: Answer[] = [];

/** Asks for each fully credited line whether its work is to be billed again. */
export function ReturnedWork({ work, currency, value = none, onChange }: ReturnedWorkProps) {
  const { t } = useTranslation('billing');
  const options = WorkNext.options.map((next) => ({ value: next, label: t(`credit.next.${next}`) }));
  const answer = (invoiceLineId: string, next: WorkNext) =>
    onChange?.(value.map((one) => (one.invoiceLineId === invoiceLineId ? { invoiceLineId, next } : one)));
  return (
    <section className={styles.work}>
      <h3>{t('credit.work')}</h3>
      <ul className={documentStyles.rows}>
        {work.map(({ invoiceLineId, description, net }) => (
          <li key={invoiceLineId}>
            <bdi>{description}</bdi>
            <Amount minor={net} currency={currency} />
            <Select
              aria-label={t('credit.workOf', { what: description })}
              className={styles.next}
              options={options}
              value={value.find((one) => one.invoiceLineId === invoiceLineId)?.next}
              onChange={(next) => answer(invoiceLineId, next)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
