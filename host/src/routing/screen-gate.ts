import type { Screen } from '@daybook/contracts/screens';
import { useSeesAll } from '@daybook/shared/sees-all';
import { useMayOpen } from '@daybook/shared/may-open';

/** The fields of a screen that decide who may open it. */
export type Opening = Pick<Screen, 'allow' | 'seesAll'>;

/** Who may open a screen, by permission and scope. Rerenders when either changes. */
export function useMayOpenScreen(): (screen: Opening) => boolean {
  const mayOpen = useMayOpen();
  const seesAll = useSeesAll();
  return (screen) => mayOpen(screen.allow) && (seesAll || screen.seesAll !== true);
}
