import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { taskCategoriesAddress } from './addresses.ts';
import { TaskCategoryFields } from './task-category-fields.tsx';

export default function AddTaskCategory() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('taskCategory.add')}
      endpoint={taskCategories.create}
      initial={{ priority: 3, checklist: [] }}
      backTo={taskCategoriesAddress}
      onSaved={() => void navigate(taskCategoriesAddress, { replace: true })}
    >
      <TaskCategoryFields />
    </FormScreen>
  );
}
