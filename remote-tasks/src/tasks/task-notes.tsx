import { tasks, type Task } from '@daybook/contracts/tasks/tasks';
import { Notes } from '@daybook/shared/ui/notes';
import { useSave } from '@daybook/shared/ui/use-save';

export function TaskNotes({ task: { id, notes, mayWork } }: { task: Task }) {
  const { save } = useSave(tasks.addNote);
  return <Notes notes={notes} add={mayWork ? (body) => save({ id, body }) : undefined} />;
}
