import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  recurringTaskCategories,
  type RecurringTaskCategory,
} from '@daybook/contracts/settings/categories/recurring-task-categories';
import { Can } from '@daybook/shared/record/can';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { RecordHistory } from '@daybook/shared/history/history';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { Beside } from '../beside.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { recurringCategoriesAddress } from './addresses.ts';
import { DueExtensions } from './due-extensions.tsx';
import { RecurringCategoryFields } from './recurring-category-fields.tsx';
import { useTemplateWords } from './use-template-words.ts';

const valuesOf = ({
  id: _id,
  version: _version,
  department,
  service,
  calendar: _calendar,
  dueOverrides: _dueOverrides,
  ...fields
}: RecurringTaskCategory) => ({
  ...fields,
  departmentId: department?.id ?? null,
  serviceId: service?.id ?? null,
});

export default function EditRecurringCategory() {
  const words = useTemplateWords();
  const { id = '' } = useParams();
  return (
    <ReadView of={useRead(recurringTaskCategories.open, { id })} shape="form">
      {(category) => (
        <Beside
          panels={
            <>
              <DueExtensions category={category} />
              <RecordHistory kind="recurring_task_category" id={id} words={words} />
            </>
          }
        >
          <CategoryForm category={category} />
        </Beside>
      )}
    </ReadView>
  );
}

function CategoryForm({ category }: { category: RecurringTaskCategory }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { id, version, name } = category;
  return (
    <FormScreen
      title={t('recurringCategory.edit', { name })}
      endpoint={recurringTaskCategories.edit}
      initial={valuesOf(category)}
      fixed={{ id }}
      version={version}
      valuesOf={valuesOf}
      backTo={recurringCategoriesAddress}
      onSaved={() => void navigate(recurringCategoriesAddress)}
      extraActions={
        <Can do="recurring_task_categories.delete">
          <DeleteButton
            endpoint={recurringTaskCategories.remove}
            record={category}
            consequence={t('recurringCategory.deleteConsequence')}
            backTo={recurringCategoriesAddress}
          />
        </Can>
      }
    >
      <RecurringCategoryFields />
      <ActiveField hint={t('template.activeHint')} />
    </FormScreen>
  );
}
