import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { useMay } from '@daybook/shared/session';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { PhoneInput } from '@daybook/shared/inputs/phone-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';
import { SourceSelect } from './choice-select.tsx';
import { DuplicateHints, useDuplicates } from './duplicate-hints.tsx';

const Field = fieldOf(enquiries.create);

/** The fields of an enquiry, new or saved. `id` is its own id, so that it is not its own duplicate. */
export function EnquiryFields({ id }: { id?: string }) {
  const { t } = useTranslation('crm');
  const email = Form.useWatch<string | null | undefined>('email');
  const phone = Form.useWatch<string | null | undefined>('phone');
  const taxId = Form.useWatch<string | null | undefined>('taxId');
  const name = Form.useWatch<string | null | undefined>('name');
  const company = Form.useWatch<string | null | undefined>('company');
  const duplicates = useDuplicates({ email, phone, taxId, name, company, exceptId: id });
  // A call-back of a known person belongs to their open enquiry, so a new one offers to add it there.
  const typed = () => [name, company, email, phone, taxId].filter(Boolean).join(', ');
  return (
    <>
      <Field name="name" label={t('enquiry.name')}>
        <Input maxLength={120} autoComplete="off" />
      </Field>
      <Field name="company" label={t('enquiry.company')}>
        <Input maxLength={200} autoComplete="off" />
      </Field>
      <Field name="email" label={t('contact.email')} hint={t('contact.either')}>
        <Input type="email" inputMode="email" autoComplete="off" dir="ltr" />
      </Field>
      <Field name="phone" label={t('contact.phone')} hint={t('contact.phoneHint')}>
        <PhoneInput />
      </Field>
      <Field name="taxId" label={t('enquiry.taxId')}>
        <Input maxLength={60} autoComplete="off" dir="ltr" />
      </Field>
      {id === undefined && <DuplicateHints duplicates={duplicates} callBack={typed} />}
      <Field name="sourceId" label={t('enquiry.source')}>
        <SourceSelect />
      </Field>
      <Field name="referrerClientId" label={t('enquiry.referrer')}>
        <Lookup kind="client" />
      </Field>
      <Field name="enquiryDate" label={t('enquiry.date')}>
        <DateInput />
      </Field>
      <Field name="nextActionOn" label={t('enquiry.nextActionOn')}>
        <DateInput />
      </Field>
      <Interest />
      {/* At the end of a saved enquiry, whose fields would give way to hints that are found later. */}
      {id !== undefined && <DuplicateHints duplicates={duplicates} />}
    </>
  );
}

function Interest() {
  const { t } = useTranslation('crm');
  const seesMoney = useMay(...moneyPermissions);
  const currency = Form.useWatch<string | null | undefined>('currency');
  return (
    <FormGroup title={t('enquiry.interest')}>
      <Field name="serviceIds" label={t('enquiry.services')}>
        <LookupMany kind="service" />
      </Field>
      <Field name="ownerId" label={t('enquiry.owner')} hint={t('enquiry.ownerHint')}>
        <Lookup kind="person" />
      </Field>
      {seesMoney && (
        <>
          <Field name="currency" label={t('client.currency')}>
            <CurrencySelect allowClear />
          </Field>
          <Field
            name="expectedValue"
            label={t('enquiry.expectedValue')}
            {...(!currency && { hint: t('enquiry.currencyFirst') })}
          >
            <MoneyInput currency={currency ?? ''} />
          </Field>
        </>
      )}
    </FormGroup>
  );
}
