import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { languages } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import {
  documentTemplates,
  logoPlaces,
  templateColumns,
} from '@daybook/contracts/settings/billing-entities/document-templates';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { LongText } from '@daybook/shared/inputs/long-text';
import { SignatureInput } from './signature-input.tsx';

const Field = fieldOf(documentTemplates.save);

export function TemplateFields({ hasSignature }: { hasSignature: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <div>
      <FormGroup title={t('documentTemplate.look')} explanation={t('documentTemplate.explanation')}>
        <Field name="logoPlace" label={t('documentTemplate.logoPlace')}>
          <Select
            options={logoPlaces.map((value) => ({ value, label: t(`documentTemplate.place.${value}`) }))}
          />
        </Field>
        <Field name="accent" label={t('documentTemplate.accent')} hint={t('documentTemplate.accentHint')}>
          <Input type="color" />
        </Field>
        <Field
          name="hiddenColumns"
          label={t('documentTemplate.hidden')}
          hint={t('documentTemplate.hiddenHint')}
          isRequired={false}
        >
          <Select
            mode="multiple"
            options={templateColumns.map((value) => ({
              value,
              label: t(`documentTemplate.column.${value}`),
            }))}
          />
        </Field>
        <Field
          name="signature"
          label={t('documentTemplate.signature')}
          hint={t('documentTemplate.signatureHint')}
          isRequired={false}
        >
          <SignatureInput hasSignature={hasSignature} />
        </Field>
      </FormGroup>
      <FormGroup title={t('documentTemplate.footer')} explanation={t('documentTemplate.footerHint')}>
        {languages.map((language) => (
          <Field key={language} name={['footers', language]} label={languageNames[language]}>
            <LongText maxLength={500} rows={[1, 6]} lang={language} />
          </Field>
        ))}
      </FormGroup>
    </div>
  );
}
