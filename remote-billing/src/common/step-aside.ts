import { useLocation } from 'react-router-dom';

/** The state of an address that a person opens in the middle of other work, such as a receipt from the worklist. */
export const steppingAside = { state: { isAside: true } };

/** Where Cancel leads to: back to the work that the person stepped aside from, at the place where they left it. */
export function useBackTo(usual: string): string | -1 {
  const { state } = useLocation() as { state: { isAside?: boolean } | null };
  return state?.isAside === true ? -1 : usual;
}
