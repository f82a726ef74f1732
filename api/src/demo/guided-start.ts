import { guidedStart } from '@daybook/contracts/guided-start/guided-start';
import type { Person } from './demo.ts';

/** The demo firm has been set up long ago. */
export async function hideGuide(admin: Person): Promise<void> {
  const { version } = await admin.call(guidedStart.open, {});
  await admin.call(guidedStart.save, { isHidden: true }, version);
}
