import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { clientKinds, clients } from '@daybook/contracts/crm/clients/clients';
import { taxTreatments } from '@daybook/contracts/crm/clients/tax-treatments';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { useMay } from '@daybook/shared/session';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { UsualBillingRuleSelect } from '@daybook/shared/inputs/billing-rule-select';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect, LanguageSelect } from '@daybook/shared/inputs/named-select';
import { LongText } from '@daybook/shared/inputs/long-text';
import { AddressRows, RegistrationRows } from './client-rows.tsx';
import { ContactRows } from './contact-rows.tsx';
import { useDepartmentProposal } from '../use-department-proposal.ts';

const Field = fieldOf(clients.create);

/** The fields of a client, new or saved, in the order in which people usually learn them. */
export function ClientFields() {
  return (
    <>
      <Identity />
      <People />
      <ContactRows />
      <AddressRows />
      <RegistrationRows />
      <Billing />
      <Remarks />
    </>
  );
}

function Identity() {
  const { t } = useTranslation('crm');
  return (
    <>
      <Field name="name" label={t('client.name')}>
        <Input maxLength={200} />
      </Field>
      <Field name="kind" label={t('client.kind')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={clientKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Field>
      <Field name="legalName" label={t('client.legalName')}>
        <Input maxLength={200} />
      </Field>
      <Field name="sortName" label={t('client.sortName')} hint={t('client.sortNameHint')}>
        <Input maxLength={200} />
      </Field>
      <Field name="oldCode" label={t('client.oldCode')} hint={t('client.oldCodeHint')}>
        <Input maxLength={40} />
      </Field>
      <Field name="groupId" label={t('client.group')}>
        <Lookup kind="client_group" />
      </Field>
    </>
  );
}

function People() {
  const { t } = useTranslation('crm');
  const propose = useDepartmentProposal(['departmentIds']);
  return (
    <FormGroup title={t('section.people')}>
      <Field name="crmId" label={t('client.crm')}>
        <Lookup kind="crm" />
      </Field>
      <Field name="managerId" label={t('client.manager')}>
        <Lookup kind="manager" onPick={propose} />
      </Field>
      <Field name="executiveIds" label={t('client.executives')}>
        <LookupMany kind="executive" onPick={propose} />
      </Field>
      <Field name="departmentIds" label={t('client.departments')} hint={t('client.departmentsHint')}>
        <LookupMany kind="department" />
      </Field>
    </FormGroup>
  );
}

function Billing() {
  const { t } = useTranslation('crm');
  const seesMoney = useMay(...moneyPermissions);
  const currency = Form.useWatch<string | null | undefined>('currency');
  return (
    <FormGroup title={t('section.billing')}>
      <Field name="defaultEntityId" label={t('client.defaultEntity')}>
        <Lookup kind="billing_entity" />
      </Field>
      <Field name="taxTreatment" label={t('client.taxTreatment')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={taxTreatments.map((value) => ({ value, label: t(`taxTreatment.${value}`) }))}
        />
      </Field>
      <Field name="currency" label={t('client.currency')} hint={t('client.asEntity')}>
        <CurrencySelect allowClear />
      </Field>
      <Field name="docLocale" label={t('client.docLocale')} hint={t('client.asEntity')}>
        <LanguageSelect allowClear />
      </Field>
      <Field name="paymentTermsDays" label={t('client.paymentTerms')} hint={t('client.asEntity')}>
        <InputNumber min={0} max={365} precision={0} />
      </Field>
      <Field name="withholdingCodeId" label={t('client.withholdingCode')}>
        <Lookup kind="withholding_code" />
      </Field>
      <Field name="withholdingRate" label={t('client.withholdingRate')}>
        <DecimalInput unit="%" />
      </Field>
      {seesMoney && currency && (
        <Field name="creditLimit" label={t('client.creditLimit')}>
          <MoneyInput currency={currency} />
        </Field>
      )}
      <Field name="billable" label={t('client.billing')} valueProp="checked">
        <Checkbox>{t('client.billable')}</Checkbox>
      </Field>
      <Field name="billingRule" label={t('client.billingRule')} hint={t('client.billingRuleHint')}>
        <UsualBillingRuleSelect />
      </Field>
      <Field name="listsHours" label={t('client.annex')} valueProp="checked">
        <Checkbox>{t('client.listsHours')}</Checkbox>
      </Field>
    </FormGroup>
  );
}

function Remarks() {
  const { t } = useTranslation('crm');
  return (
    <FormGroup title={t('section.remarks')}>
      <Field name="tags" label={t('client.tags')} hint={t('client.tagsHint')} isWide>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '、', '，']} />
      </Field>
      <Field name="notes" label={t('client.notes')} isWide>
        <LongText rows={[2, 10]} maxLength={4000} />
      </Field>
    </FormGroup>
  );
}
