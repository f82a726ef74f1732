import { useTranslation } from 'react-i18next';
import { FilterChoice } from '@daybook/shared/list/filters';
import type { List } from '@daybook/shared/list/use-list';

interface ActiveFilterProps<Filter> {
  list: Pick<List<never, Filter>, 'filter' | 'setFilter'>;
}

/** Filters records that are deactivated instead of deleted. */
export function ActiveFilter<Filter extends { active?: unknown }>({ list }: ActiveFilterProps<Filter>) {
  const { t } = useTranslation('settings');
  return (
    <FilterChoice
      list={list}
      name="active"
      label={t('status')}
      options={[
        { value: 'true', label: t('active') },
        { value: 'false', label: t('inactive') },
      ]}
    />
  );
}
