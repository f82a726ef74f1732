import { useAtomValue } from 'jotai';
import type { Screen } from '@daybook/contracts/screens';
import type { Permission } from '@daybook/contracts/permissions';
import { isAdmin, may, profileAtom, store } from '@daybook/shared/session';

type Allow = Screen['allow'];
type Holds = (...keys: Permission[]) => boolean;

/** Courtesy only: the server decides. Asked for no key at all, only a super admin holds it. */
export function mayOpen(allow: Allow, holds: Holds = may): boolean {
  if (allow === 'signedIn') return true;
  if (allow === 'admin') return holds() || isAdmin();
  return allow === 'super_admin' ? holds() : holds(...allow);
}

/** As `mayOpen`, and renders again when the rights change. */
export function useMayOpen(): (allow: Allow) => boolean {
  useAtomValue(profileAtom, { store });
  return (allow) => mayOpen(allow);
}
