import { useLocation } from 'react-router-dom';

/** The state of a link whose form comes back to the page that the link is on. */
export const comingBackTo = (address: string) => ({ returnTo: address });

/** The address that the form comes back to; null if it was opened from its own list. */
export function useReturnAddress(): string | null {
  const state = useLocation().state as { returnTo?: unknown } | null;
  const address = state?.returnTo;
  return typeof address === 'string' && address.startsWith('/app/') ? address : null;
}
