import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';

/** Runs an action that has no field or dialog to show an error. A notice shows a refusal. */
export async function tried(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notify.failure(refusalText(error));
  }
}
