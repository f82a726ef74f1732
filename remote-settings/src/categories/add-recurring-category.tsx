import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { blankRule } from '@daybook/shared/series/rule-fields';
import { recurringCategoriesAddress } from './addresses.ts';
import { RecurringCategoryFields } from './recurring-category-fields.tsx';

export default function AddRecurringCategory() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('recurringCategory.add')}
      endpoint={recurringTaskCategories.create}
      initial={{ priority: 3, checklist: [], rule: blankRule }}
      backTo={recurringCategoriesAddress}
      onSaved={() => void navigate(recurringCategoriesAddress, { replace: true })}
    >
      <RecurringCategoryFields />
    </FormScreen>
  );
}
