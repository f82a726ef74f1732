import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { FilterOf, List } from '@daybook/shared/list/use-list';

interface DueFilterProps {
  list: Pick<List<never, FilterOf<typeof enquiries>>, 'filter' | 'setFilter'>;
}

/** Shows only enquiries whose next action is due today or overdue. */
export function DueFilter({ list }: DueFilterProps) {
  const { t } = useTranslation('crm');
  const isOn = list.filter.dueBy !== undefined;
  return (
    <Button
      color={isOn ? 'primary' : 'default'}
      variant="filled"
      aria-pressed={isOn}
      onClick={() => list.setFilter({ dueBy: isOn ? undefined : 'today' })}
    >
      {t('enquiry.due')}
    </Button>
  );
}
