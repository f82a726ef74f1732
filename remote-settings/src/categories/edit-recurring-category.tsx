import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  recurringTaskCategories,
  type DueOverride,
  type RecurringTaskCategory,
} from '@daybook/contracts/settings/recurring-task-categories';
import { Can } from '@daybook/shared/ui/can';
import { DateText } from '@daybook/shared/ui/date-text';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormScreen } from '@daybook/shared/ui/form-screen';
import { RecordHistory } from '@daybook/shared/ui/history';
import { ReadView } from '@daybook/shared/ui/read-view';
import { RecordSection } from '@daybook/shared/ui/record-screen';
import { useRead } from '@daybook/shared/ui/use-read';
import { DeleteButton } from '../delete-button.tsx';
import { recurringCategoriesAddress } from './addresses.ts';
import styles from './categories.module.css';
import { RecurringCategoryFields } from './recurring-category-fields.tsx';
import { useTemplateWords } from './use-template-words.ts';

const Field = fieldOf(recurringTaskCategories.edit);

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
        <div className={styles.beside}>
          <CategoryForm category={category} />
          <aside>
            {category.dueOverrides.length > 0 && <Overrides overrides={category.dueOverrides} />}
            <RecordHistory kind="recurring_task_category" id={id} words={words} />
          </aside>
        </div>
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
      <Field name="active" label={t('active')} hint={t('template.activeHint')} valueProp="checked">
        <Switch />
      </Field>
    </FormScreen>
  );
}

/** What a government moved, period by period. */
function Overrides({ overrides }: { overrides: readonly DueOverride[] }) {
  const { t } = useTranslation('settings');
  return (
    <RecordSection title={t('template.overrides')}>
      <table className={styles.overrides}>
        <thead>
          <tr>
            <th scope="col">{t('template.period')}</th>
            <th scope="col">{t('template.newDue')}</th>
            <th scope="col">{t('template.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {overrides.map(({ id, periodKey, newDue, reason }) => (
            <tr key={id}>
              <td>{periodKey}</td>
              <td>
                <DateText date={newDue} />
              </td>
              <td>
                <bdi>{reason}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </RecordSection>
  );
}
