import type { ReactNode } from 'react';
import type { Permission } from '@daybook/contracts/permissions';
import { useMay } from '@daybook/shared/session';

/** Shows its content to people with the permission, or with any of several. This is only a convenience: the server enforces permissions. */
export function Can({
  do: wanted,
  children,
}: {
  do: Permission | readonly Permission[];
  children: ReactNode;
}) {
  const isAllowed = useMay(...(typeof wanted === 'string' ? [wanted] : wanted));
  return isAllowed ? children : null;
}
