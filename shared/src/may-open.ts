import { useAtomValue } from 'jotai';
import type { Screen } from '@daybook/contracts/screens';
import type { Permission } from '@daybook/contracts/permissions';
import { isAdmin, may, profileAtom, store } from '@daybook/shared/session';

type Allow = Screen['allow'];
type Holds = (...keys: Permission[]) => boolean;

/** Only a courtesy: the server decides. `holds()` without a permission is true only for a super admin. */
export function mayOpen(allow: Allow, holds: Holds = may): boolean {
  if (allow === 'signedIn') return true;
  if (allow === 'admin') return holds() || isAdmin();
  return allow === 'super_admin' ? holds() : holds(...allow);
}

/** As `mayOpen`, but rerenders when the permissions change. */
export function useMayOpen(): (allow: Allow) => boolean {
  useAtomValue(profileAtom, { store });
  return (allow) => mayOpen(allow);
}
