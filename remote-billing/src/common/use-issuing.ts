import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Whether the dialog that issues is open: at once for whoever comes here to issue. That wish is taken out of the history, where a
 * reload or Back would find it again and ask a second time.
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
