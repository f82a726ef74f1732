import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import type { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import type { FilterOf, List } from '@daybook/shared/list/use-list';

/** The person's own time or everybody's, as in the task list. */
export function WhoseTime({
  list,
  me,
}: {
  list: Pick<List<never, FilterOf<typeof timeEntries>>, 'filter' | 'setFilter'>;
  me: string;
}) {
  const { t } = useTranslation('tasks');
  return (
    <Segmented
      aria-label={t('time.whose')}
      value={list.filter.userId === me ? 'mine' : 'all'}
      onChange={(whose) => list.setFilter({ userId: whose === 'mine' ? me : undefined })}
      options={[
        { value: 'all', label: t('whose.all') },
        { value: 'mine', label: t('whose.mine') },
      ]}
    />
  );
}
