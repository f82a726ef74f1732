import type { ReactNode } from 'react';
import type { Permission } from '@daybook/contracts/permissions';
import { useMay } from '@daybook/shared/session';

/** Shows its content to people with the permission, or any of several. A courtesy; the server is the guard. */
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
