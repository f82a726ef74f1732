import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { fieldOf } from '@daybook/shared/form/field';
import { CategoryStepFields, CategoryWorkFields } from './category-fields.tsx';

const Field = fieldOf(taskCategories.create);

export function TaskCategoryFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="name" label={t('template.name')}>
        <Input maxLength={120} />
      </Field>
      <Field name="title" label={t('template.title')} hint={t('template.titleHint')}>
        <Input maxLength={200} />
      </Field>
      <CategoryWorkFields />
      <Field name="slaDays" label={t('template.slaDays')} hint={t('template.slaDaysHint')}>
        <InputNumber min={0} max={3650} precision={0} />
      </Field>
      <CategoryStepFields />
    </>
  );
}
