import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Whether the issue dialog is open. It opens at once if the person came here to issue. That request is removed from the browser
 * history, so that a reload or Back does not open the dialog again.
 */
export function useIssuing(mayIssue: boolean) {
  const location = useLocation();
  const { pathname, search } = location;
  const state = location.state as { isIssuing?: boolean } | null;
  const navigate = useNavigate();
  const isWished = state?.isIssuing === true;
  const [isIssuing, setIssuing] = useState(mayIssue && isWished);
  useEffect(() => {
    if (isWished) void navigate(pathname + search, { replace: true, state: null });
  }, [isWished, navigate, pathname, search]);
  return [isIssuing, setIssuing] as const;
}
