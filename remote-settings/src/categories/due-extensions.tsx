import { useTranslation } from 'react-i18next';
import { periodName } from '@daybook/contracts/recurrence/period';
import { periodOfKey } from '@daybook/contracts/recurrence/period-key';
import type {
  DueOverride,
  RecurringTaskCategory,
} from '@daybook/contracts/settings/categories/recurring-task-categories';
import { dueOverrides } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { formatLocale } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { useSeesAll } from '@daybook/shared/sees-all';
import { useMay } from '@daybook/shared/session';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { countText } from '@daybook/shared/record/count-text';
import { DateText } from '@daybook/shared/record/date-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { useSave } from '@daybook/shared/form/use-save';
import { extendAddress } from './addresses.ts';
import styles from './categories.module.css';

/** The extensions granted by authorities, by period. Each can be taken back. */
export function DueExtensions({
  category: { id, dueOverrides: moved },
}: {
  category: RecurringTaskCategory;
}) {
  const { t } = useTranslation('settings');
  const seesAll = useSeesAll();
  const mayExtend = useMay('recurring_tasks.edit') && seesAll;
  if (moved.length === 0 && !mayExtend) return null;
  return (
    <RecordSection
      title={t('template.overrides')}
      extra={mayExtend && <LinkButton to={extendAddress(id)}>{t('extension.extend')}</LinkButton>}
    >
      {moved.length === 0 && <p>{t('extension.none')}</p>}
      <ul className={styles.extensions} aria-label={t('template.overrides')}>
        {moved.map((one) => (
          <li key={one.id} className={styles.extension}>
            <Extension of={one} mayTakeBack={mayExtend} />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function Extension({ of: override, mayTakeBack }: { of: DueOverride; mayTakeBack: boolean }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(dueOverrides.remove);
  const { id, version, periodKey, newDue, reason, tasks } = override;
  const period = periodName(periodOfKey(periodKey), formatLocale());
  const takeBack = async () => {
    const { moved } = await save({ id }, version);
    notify.success(t('extension.done', { count: moved }));
  };
  return (
    <>
      <strong>{period}</strong>
      <span>
        {t('template.newDue')} <DateText date={newDue} />
      </span>
      <span>
        {t('extension.tasks')} {countText(tasks)}
      </span>
      <bdi className={styles.reason}>{reason}</bdi>
      {mayTakeBack && (
        <ConfirmButton
          size="small"
          question={t('extension.question', { period })}
          consequence={t('extension.means', { count: tasks })}
          verb={t('extension.takeBack')}
          run={takeBack}
        >
          {t('extension.takeBack')}
        </ConfirmButton>
      )}
    </>
  );
}
