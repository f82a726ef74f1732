import type { TFunction } from 'i18next';
import { statusColumn, type Column } from '@daybook/shared/list/columns';

/** Whether it is in use, of what is put out of use rather than deleted. */
export const activeColumn = (t: TFunction<'settings'>): Column<{ active: boolean }, never> =>
  statusColumn(t('status'), ({ active }) =>
    active ? { tone: 'done', label: t('active') } : { tone: 'draft', label: t('inactive') },
  );
