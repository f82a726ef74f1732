import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { savedViews, type SavedList } from '@daybook/contracts/saved-views';
import { useRead } from '../read/use-read.tsx';

interface UsualQueryProps {
  /** The filters or the view with which a screen begins, as in an address. */
  query: string;
  /** The list, if a saved view may take the place of the usual query. */
  list?: SavedList;
}

/**
 * Gives the bare address of a screen its usual query. Does nothing if the person has left while the screen was loading, because that
 * would take them back. A router in memory, as in tests, does not change the address of the page.
 */
export function UsualQuery({ query, list }: UsualQueryProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const views = useRead(savedViews.list, list === undefined ? null : { list });
  const isReady = list === undefined || views.data !== undefined || views.error !== null;
  const first = views.data?.find(({ isFirst }) => isFirst);
  const begin = first === undefined || first.query === '' ? query : first.query;
  useEffect(() => {
    if (!isReady) return;
    const isElsewhere = location.pathname.startsWith('/app/') && location.pathname !== pathname;
    if (!isElsewhere) void navigate(`?${begin}`, { replace: true });
  }, [navigate, pathname, begin, isReady]);
  return null;
}
