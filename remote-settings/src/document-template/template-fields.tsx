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
import { SignatureInput } from './signature-input.tsx';

const Field = fieldOf(documentTemplates.save);

export function TemplateFields({ hasSignature }: { hasSignature: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <div>
      <FormGroup title={t('template.look')} explanation={t('template.explanation')}>
        <Field name="logoPlace" label={t('template.logoPlace')}>
          <Select options={logoPlaces.map((value) => ({ value, label: t(`template.place.${value}`) }))} />
        </Field>
        <Field name="accent" label={t('template.accent')} hint={t('template.accentHint')}>
          <Input type="color" />
        </Field>
        <Field
          name="hiddenColumns"
          label={t('template.hidden')}
          hint={t('template.hiddenHint')}
          isRequired={false}
        >
          <Select
            mode="multiple"
            options={templateColumns.map((value) => ({ value, label: t(`template.column.${value}`) }))}
          />
        </Field>
        <Field
          name="signature"
          label={t('template.signature')}
          hint={t('template.signatureHint')}
          isRequired={false}
        >
          <SignatureInput hasSignature={hasSignature} />
        </Field>
      </FormGroup>
      <FormGroup title={t('template.footer')} explanation={t('template.footerHint')}>
        {languages.map((language) => (
          <Field key={language} name={['footers', language]} label={languageNames[language]}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 6 }} lang={language} />
          </Field>
        ))}
      </FormGroup>
    </div>
  );
}
