import { useParams, useSearchParams } from 'react-router-dom';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { RecurringRecord } from './recurring-record.tsx';

const EditTerms = laterPart(() => import('./edit-terms.tsx'), { waiting: <PageSkeleton shape="form" /> });

/** The record of a series; with `?terms`, the form of its terms. */
export default function EditRecurring() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const isEditing = useMay('recurring_tasks.edit') && params.has('terms');
  return (
    <ReadView of={useRead(recurringTasks.open, { id })} shape={isEditing ? 'form' : 'record'}>
      {(series) => (isEditing ? <EditTerms series={series} /> : <RecurringRecord series={series} />)}
    </ReadView>
  );
}
