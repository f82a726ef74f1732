import type { TFunction } from 'i18next';
import { statusColumn, type Column } from '@daybook/shared/list/columns';

/** Whether a record is active. For records that are deactivated instead of deleted. */
export const activeColumn = (t: TFunction<'settings'>): Column<{ active: boolean }, never> =>
  statusColumn(t('status'), ({ active }) =>
    active ? { tone: 'done', label: t('active') } : { tone: 'draft', label: t('inactive') },
  );
