import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Whether the issue dialog is open, or another one with a name of its own. It opens at once if the person came here for it. That
 * request is removed from the browser history, so that a reload or Back does not open the dialog again.
 */
export function useIssuing(mayIssue: boolean, name: 'isIssuing' | 'isAllocating' = 'isIssuing') {
  const location = useLocation();
  const { pathname, search } = location;
  const state = location.state as Partial<Record<typeof name, boolean>> | null;
  const navigate = useNavigate();
  const isWished = state?.[name] === true;
  const [isIssuing, setIssuing] = useState(mayIssue && isWished);
  useEffect(() => {
    if (isWished) void navigate(pathname + search, { replace: true, state: null });
  }, [isWished, navigate, pathname, search]);
  return [isIssuing, setIssuing] as const;
}
