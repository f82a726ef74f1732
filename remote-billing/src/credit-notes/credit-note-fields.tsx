import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { creditReasons } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { LookupRow } from '@daybook/contracts/lookups';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { CurrencySelect, LanguageSelect } from '@daybook/shared/inputs/named-select';
import { useRead } from '@daybook/shared/read/use-read';
import { LongText } from '@daybook/shared/inputs/long-text';
import { moreText } from '../common/look-up.ts';
import { CreditLines } from './credit-lines.tsx';
import styles from './credit-notes.module.css';

const Field = fieldOf(creditNotes.create);

interface CreditNoteFieldsProps {
  /** The draft being edited. Its own invoices are offered even if nothing else is left of them. */
  creditNoteId?: string;
  /** The invoice that the person came from. */
  invoiceId?: string | null;
}

/** The client, the reason, and the credited lines of each invoice. */
export function CreditNoteFields({ creditNoteId, invoiceId }: CreditNoteFieldsProps) {
  const { t } = useTranslation('billing');
  return (
    <>
      <PartyFields />
      <Field name="issueDate" label={t('field.issueDate')}>
        <DateInput />
      </Field>
      <Field name="docLocale" label={t('field.docLocale')}>
        <LanguageSelect />
      </Field>
      <Field name="reasonCode" label={t('reason')}>
        <Select options={creditReasons.map((value) => ({ value, label: t(`creditReason.${value}`) }))} />
      </Field>
      <Field name="reason" label={t('credit.because')} hint={t('credit.becauseHint')}>
        <Input maxLength={500} />
      </Field>
      <Invoices {...(creditNoteId !== undefined && { creditNoteId })} invoiceId={invoiceId ?? null} />
      <Field
        name="billAgain"
        label={t('credit.billAgain')}
        hint={t('credit.billAgainHint')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <Field name="notes" label={t('field.notes')} isWide>
        <LongText rows={[2, 8]} maxLength={2000} />
      </Field>
    </>
  );
}

function PartyFields() {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const forget = () => form.setFieldValue('lines', []);
  const pickClient = (client: LookupRow) => {
    const entityId = moreText(client, 'defaultEntityId');
    form.setFieldsValue({
      lines: [],
      currency: moreText(client, 'currency'),
      ...(entityId !== null && !form.getFieldValue('entityId') && { entityId }),
    });
  };
  return (
    <>
      <Field name="clientId" label={t('field.client')}>
        <Lookup kind="client" onPick={pickClient} />
      </Field>
      <Field name="entityId" label={t('field.entity')}>
        <Lookup kind="billing_entity" onPick={forget} />
      </Field>
      <Field name="currency" label={t('field.currency')}>
        <CurrencySelect />
      </Field>
    </>
  );
}

function Invoices({ creditNoteId, invoiceId }: { creditNoteId?: string; invoiceId: string | null }) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const clientId = Form.useWatch<string | null>('clientId');
  const entityId = Form.useWatch<string | null>('entityId');
  const currency = Form.useWatch<string | null>('currency');
  const chosen = clientId && entityId && currency ? { clientId, entityId, currency } : null;
  const basis = useRead(
    creditNotes.basis,
    chosen && {
      ...chosen,
      ...(creditNoteId !== undefined && { creditNoteId }),
      ...(invoiceId !== null && { invoiceId }),
    },
  );
  const docLocale = basis.data?.docLocale;
  useEffect(() => {
    if (docLocale !== undefined && !form.getFieldValue('docLocale'))
      form.setFieldValue('docLocale', docLocale);
  }, [docLocale, form]);
  return (
    <FormGroup title={t('credit.lines')}>
      <div className={styles.wide}>
        {chosen === null && <p className={styles.quiet}>{t('credit.choose')}</p>}
        {chosen !== null && basis.data === undefined && basis.error === null && (
          <div className={styles.coming} />
        )}
        {basis.error !== null && <ErrorBox error={basis.error} onRetry={basis.retry} />}
        {basis.data !== undefined && chosen !== null && (
          <Form.Item name="lines" noStyle>
            <CreditLines basis={basis.data} currency={chosen.currency} first={invoiceId} />
          </Form.Item>
        )}
      </div>
    </FormGroup>
  );
}
