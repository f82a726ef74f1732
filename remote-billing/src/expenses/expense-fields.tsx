import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paidByChoices } from '@daybook/contracts/billing/expenses/expense-machine';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { unqualifiedShare } from '@daybook/contracts/billing/expenses/unqualified-share';
import type { Attachment } from '@daybook/contracts/files';
import { lookups } from '@daybook/contracts/lookups';
import { useMay } from '@daybook/shared/session';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useRead } from '@daybook/shared/read/use-read';
import { moreText } from '../common/look-up.ts';
import { TaxDetails } from './tax-details.tsx';
import { FileField } from '@daybook/shared/inputs/file-field';
import styles from './expenses.module.css';

const Field = fieldOf(expenses.create);

/** The purchase, its cost, who paid it, and what the client is charged for it. */
export function ExpenseFields({ file }: { file: Attachment | null }) {
  const { t } = useTranslation('billing');
  const { currency, country, regime } = useEntity();
  return (
    <div className={styles.form}>
      <FormGroup title={t('expense.what')}>
        <Field name="attachmentId" label={t('expense.file')} hint={t('expense.fileHint')} isWide>
          <FileField endpoint={expenses.upload} attached={file} />
        </Field>
        <Field name="expenseDate" label={t('date')}>
          <DateInput />
        </Field>
        <Field name="entityId" label={t('field.entity')}>
          <Lookup kind="billing_entity" />
        </Field>
        <Field name="categoryId" label={t('expense.category')}>
          <Lookup kind="expense_category" />
        </Field>
        <Field name="description" label={t('expense.description')}>
          <Input maxLength={300} />
        </Field>
        <Field name="supplier" label={t('expense.supplier')}>
          <Input maxLength={200} />
        </Field>
        <Field name="reference" label={t('expense.reference')}>
          <Input maxLength={100} />
        </Field>
        <Field name="departmentId" label={t('line.departmentId')} hint={t('expense.departmentHint')}>
          <Lookup kind="department" />
        </Field>
      </FormGroup>
      <MoneyFields currency={currency} regime={regime} />
      <TaxDetails currency={currency} country={country} regime={regime} />
      <ClientFields currency={currency} />
    </div>
  );
}

/** An expense is in the base currency of its entity. If the firm has only one entity, it is chosen automatically. */
function useEntity() {
  const form = Form.useFormInstance();
  const entityId = Form.useWatch<string | null>('entityId') ?? null;
  const entities = useRead(lookups.find, { kind: 'billing_entity' });
  const entity = useRead(lookups.find, entityId === null ? null : { kind: 'billing_entity', id: entityId });
  const only = entities.data?.length === 1 ? entities.data[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined && !form.getFieldValue('entityId')) form.setFieldsValue({ entityId: only });
  }, [form, only]);
  const chosen = entity.data?.[0];
  return {
    currency: moreText(chosen, 'baseCurrency') ?? '',
    country: moreText(chosen, 'country'),
    regime: moreText(chosen, 'regime'),
  };
}

function MoneyFields({ currency, regime }: { currency: string; regime: string | null }) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('expenses.edit');
  const isLaidOut = Form.useWatch<boolean | undefined>('pureAgent') ?? false;
  return (
    <FormGroup title={t('expense.money')}>
      <Field
        name="gross"
        label={t('expense.gross')}
        hint={currency === '' ? t('expense.entityFirst') : t('expense.grossHint')}
      >
        <MoneyInput currency={currency} />
      </Field>
      <Field name="taxAmount" label={t('expense.tax')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="paidBy" label={t('expense.paidBy')}>
        <Select options={paidByChoices.map((value) => ({ value, label: t(`paidBy.${value}`) }))} />
      </Field>
      {mayEdit && (
        <Field name="claimantId" label={t('expense.claimant')} hint={t('hint.receivedBy')}>
          <Lookup kind="person" />
        </Field>
      )}
      {!isLaidOut && (
        <Field name="taxRecoverable" label={t('expense.taxRecoverable')} valueProp="checked">
          <Switch />
        </Field>
      )}
      {regime === 'JP' && !isLaidOut && <IssuerFields />}
    </FormGroup>
  );
}

/** In Japan the tax of suppliers without qualified invoices can be reclaimed in part. */
function IssuerFields() {
  const { t } = useTranslation('billing');
  const tax = Form.useWatch<number | null>('taxAmount') ?? 0;
  const isQualified = Form.useWatch<boolean | null>('qualifiedIssuer') ?? true;
  const date = Form.useWatch<string | null>('expenseDate') ?? '';
  if (!(tax > 0)) return null;
  return (
    <>
      <Field name="qualifiedIssuer" label={t('expense.qualifiedIssuer')} valueProp="checked">
        <Switch />
      </Field>
      {!isQualified && (
        <Field
          name="recoverablePct"
          label={t('expense.recoverablePct')}
          hint={t('expense.recoverablePctHint', { pct: unqualifiedShare(date) })}
        >
          <DecimalInput unit="%" />
        </Field>
      )}
    </>
  );
}

function ClientFields({ currency }: { currency: string }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const clientId = Form.useWatch<string | null>('clientId') ?? null;
  const isBillable = Form.useWatch<boolean | undefined>('billable') ?? false;
  const isLaidOut = Form.useWatch<boolean | undefined>('pureAgent') ?? false;
  const entityId = Form.useWatch<string | null>('entityId') ?? undefined;
  return (
    <FormGroup title={t('expense.forClient')}>
      <Field name="taskId" label={t('expense.task')}>
        <Lookup
          kind="task"
          onPick={(task) => form.setFieldsValue({ clientId: moreText(task, 'clientId') })}
        />
      </Field>
      <Field name="clientId" label={t('field.client')} isRequired={isBillable}>
        <Lookup kind="client" onPick={() => form.setFieldsValue({ taskId: null })} />
      </Field>
      <Field name="billable" label={t('expense.billable')} valueProp="checked">
        <Switch
          disabled={clientId === null && !isBillable}
          onChange={(isOn) => {
            if (!isOn) form.setFieldsValue({ pureAgent: false, chargeAmount: null, taxCodeId: null });
          }}
        />
      </Field>
      {isBillable && (
        <Field
          name="pureAgent"
          label={t('expense.pureAgent')}
          hint={t('expense.pureAgentHint')}
          valueProp="checked"
        >
          <Switch />
        </Field>
      )}
      {isBillable && !isLaidOut && (
        <>
          <Field name="chargeAmount" label={t('expense.charge')} hint={t('expense.chargeHint')}>
            <MoneyInput currency={currency} />
          </Field>
          <Field name="taxCodeId" label={t('expense.chargeTax')} isRequired>
            <Lookup kind="tax_code" entityId={entityId} />
          </Field>
        </>
      )}
    </FormGroup>
  );
}
