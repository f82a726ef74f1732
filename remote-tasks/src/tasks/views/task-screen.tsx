import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { RunningTimer } from '../../common/timer.tsx';
import { addAddress } from '../../common/addresses.ts';
import { TaskFilters, type FilterPart } from '../task-filters.tsx';
import { TaskViews } from './task-views.tsx';

interface TaskScreenProps {
  list: ComponentProps<typeof ListScreen>['list'] & FilterPart;
  /** Set if a person may choose the columns of the view. */
  columns?: ComponentProps<typeof ListScreen>['columns'];
  /** Whether the view has search and filters. */
  isSearched?: boolean;
  bulk?: ReactNode;
  children: ReactNode;
}

/** The frame that all views of tasks share. */
export function TaskScreen({ list, columns, isSearched = true, bulk, children }: TaskScreenProps) {
  const { t } = useTranslation('tasks');
  return (
    <>
      <RunningTimer />
      <ListScreen
        title={t('title')}
        list={list}
        empty={t('empty')}
        views={<TaskViews />}
        {...(isSearched && { search: t('search'), filterBar: <TaskFilters list={list} /> })}
        {...(columns !== undefined && { columns })}
        {...(bulk !== undefined && { bulk })}
        primary={
          <Can do="tasks.create">
            <LinkButton type="primary" to={addAddress}>
              {t('add')}
            </LinkButton>
          </Can>
        }
      >
        {children}
      </ListScreen>
    </>
  );
}
