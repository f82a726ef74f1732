import type { Screen } from '@daybook/contracts/screens';
import { useSeesAll } from '@daybook/shared/sees-all';
import { useMayOpen } from './role-gate.ts';

/** What of a screen says who opens it. */
export type Opening = Pick<Screen, 'allow' | 'seesAll'>;

/** Who may open a screen, by keys and by scope; renders again when either changes. */
export function useMayOpenScreen(): (screen: Opening) => boolean {
  const mayOpen = useMayOpen();
  const seesAll = useSeesAll();
  return (screen) => mayOpen(screen.allow) && (seesAll || screen.seesAll !== true);
}
