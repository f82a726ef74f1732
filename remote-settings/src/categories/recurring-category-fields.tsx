import Input from 'antd/es/input';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { fieldOf } from '@daybook/shared/form/field';
import { RuleFields } from '@daybook/shared/series/rule-fields';
import { CategoryStepFields, CategoryWorkFields } from './category-fields.tsx';

const Field = fieldOf(recurringTaskCategories.create);

export function RecurringCategoryFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="name" label={t('template.name')}>
        <Input maxLength={120} />
      </Field>
      <Field name="titleTemplate" label={t('template.titleTemplate')} hint={t('template.titleTemplateHint')}>
        <Input maxLength={200} />
      </Field>
      <RuleFields />
      <CategoryWorkFields />
      <Field name="statutory" label={t('template.statutory')} valueProp="checked">
        <Switch />
      </Field>
      <Field name="jurisdiction" label={t('template.jurisdiction')} hint={t('template.jurisdictionHint')}>
        <Input maxLength={6} />
      </Field>
      <CategoryStepFields />
    </>
  );
}
