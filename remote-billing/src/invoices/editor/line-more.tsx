import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isAsItWasPaid } from '@daybook/contracts/billing/invoices/billed-line';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { ErrorsContext, fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useDraft } from './use-draft.tsx';
import { useOfLine } from './use-of-line.ts';
import styles from './line-grid.module.css';

const Field = fieldOf(invoices.create);

/** Fields that stay folded until somebody needs them, or the server refuses one. */
export const foldedFields = ['kind', 'sacHsn', 'baseQty', 'charge', 'departmentId'] as const;

/** The form puts errors only on mounted fields, so earlier errors are added when these fields mount. */
function useErrorsFromBefore(row: number): void {
  const form = Form.useFormInstance();
  const errors = useContext(ErrorsContext);
  const before = useRef(errors);
  useEffect(() => {
    form.setFields(
      foldedFields.map((name) => ({
        name: ['lines', row, name],
        errors: [...(before.current[`lines.${row}.${name}`] ?? [])],
      })),
    );
  }, [form, row]);
}

/** Seldom-used fields of a line. The kind of a line that bills a pending item is fixed. */
export function LineMore({ row }: { row: number }) {
  const { t } = useTranslation('billing');
  const { currency } = useDraft();
  useErrorsFromBefore(row);
  const isAsPaid = useOfLine(row, isAsItWasPaid);
  const isBilled = useOfLine(row, (line) => Boolean(line.pendingItemId));
  return (
    <div className={styles.more}>
      <Field name={['lines', row, 'kind']} label={t('line.kind')} hint={t('hint.kind')}>
        <Select
          disabled={isBilled}
          options={(['fee', 'disbursement'] as const).map((value) => ({
            value,
            label: t(`lineKind.${value}`),
          }))}
        />
      </Field>
      <Field name={['lines', row, 'sacHsn']} label={t('line.sacHsn')} hint={t('hint.sacHsn')}>
        <Input inputMode="numeric" maxLength={8} />
      </Field>
      <Field name={['lines', row, 'baseQty']} label={t('line.baseQty')} hint={t('hint.baseQty')}>
        <DecimalInput disabled={isAsPaid} />
      </Field>
      <Field name={['lines', row, 'charge']} label={t('line.charge')} hint={t('hint.charge')}>
        <MoneyInput currency={currency} disabled={isAsPaid} />
      </Field>
      <Field
        name={['lines', row, 'departmentId']}
        label={t('line.departmentId')}
        hint={t('hint.departmentId')}
      >
        <Lookup kind="department" />
      </Field>
    </div>
  );
}
