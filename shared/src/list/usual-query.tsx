import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

interface UsualQueryProps {
  /** The filters or the view with which a screen begins, as in an address. */
  query: string;
}

/**
 * Gives the bare address of a screen its usual query. Does nothing if the person has left while the screen was loading, because that
 * would take them back. A router in memory, as in tests, does not change the address of the page.
 */
export function UsualQuery({ query }: UsualQueryProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const isElsewhere = location.pathname.startsWith('/app/') && location.pathname !== pathname;
    if (!isElsewhere) void navigate(`?${query}`, { replace: true });
  }, [navigate, pathname, query]);
  return null;
}
