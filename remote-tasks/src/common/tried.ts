import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';

/** Does what has no place of its own to be refused in: the notice says why. */
export async function tried(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    notify.failure(refusalText(error));
  }
}
