import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { taskCategories, type TaskCategory } from '@daybook/contracts/settings/categories/task-categories';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { RecordHistory } from '@daybook/shared/history/history';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { Beside } from '../beside.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { taskCategoriesAddress } from './addresses.ts';
import { TaskCategoryFields } from './task-category-fields.tsx';
import { useTemplateWords } from './use-template-words.ts';

const valuesOf = ({ id: _id, version: _version, department, service, ...fields }: TaskCategory) => ({
  ...fields,
  departmentId: department?.id ?? null,
  serviceId: service?.id ?? null,
});

export default function EditTaskCategory() {
  const words = useTemplateWords();
  const { id = '' } = useParams();
  return (
    <ReadView of={useRead(taskCategories.open, { id })} shape="form">
      {(category) => (
        <Beside panels={<RecordHistory kind="task_category" id={id} words={words} />}>
          <CategoryForm category={category} />
        </Beside>
      )}
    </ReadView>
  );
}

function CategoryForm({ category }: { category: TaskCategory }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { id, version, name } = category;
  return (
    <FormScreen
      title={t('taskCategory.edit', { name })}
      endpoint={taskCategories.edit}
      initial={valuesOf(category)}
      fixed={{ id }}
      version={version}
      valuesOf={valuesOf}
      backTo={taskCategoriesAddress}
      onSaved={() => void navigate(taskCategoriesAddress)}
      extraActions={
        <DeleteButton
          endpoint={taskCategories.remove}
          record={category}
          consequence={t('taskCategory.deleteConsequence')}
          backTo={taskCategoriesAddress}
        />
      }
    >
      <TaskCategoryFields />
      <ActiveField hint={t('template.activeHint')} />
    </FormScreen>
  );
}
