import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { fieldOf } from '@daybook/shared/form/field';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { SourceSelect } from '../choice-select.tsx';

const Field = fieldOf(enquiryImports.check);

/** What an import of enquiries may do, and what a new enquiry has if its row says nothing. */
export function RuleFields() {
  const { t } = useTranslation('crm');
  const does = (['both', 'new', 'update'] as const).map((value) => ({
    value,
    label: t(`enquiryImport.does.${value}`),
  }));
  const by = (['number', 'email'] as const).map((value) => ({
    value,
    label: t(`enquiryImport.by.${value}`),
  }));
  const empty = (['keep', 'clear'] as const).map((value) => ({
    value,
    label: t(`enquiryImport.emptyCell.${value}`),
  }));
  const otherwise = t('enquiryImport.otherwise');
  return (
    <>
      <Field name={['rules', 'does']} label={t('import.doesLabel')}>
        <Select options={does} />
      </Field>
      <Field name={['rules', 'by']} label={t('enquiryImport.byLabel')} hint={t('enquiryImport.byHint')}>
        <Select options={by} />
      </Field>
      <Field name={['rules', 'empty']} label={t('import.emptyLabel')}>
        <Select options={empty} />
      </Field>
      <Field name={['rules', 'sourceId']} label={t('enquiry.source')} hint={otherwise}>
        <SourceSelect />
      </Field>
      <Field name={['rules', 'ownerId']} label={t('enquiry.owner')} hint={t('enquiry.ownerHint')}>
        <Lookup kind="person" />
      </Field>
      <Field name={['rules', 'nextActionOn']} label={t('enquiry.nextActionOn')} hint={otherwise}>
        <DateInput />
      </Field>
    </>
  );
}
