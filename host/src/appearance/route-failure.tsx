import { useRouteError } from 'react-router-dom';
import { FailureBox } from '../remotes/failure-box.tsx';

/** The last net: something of the host itself failed. A lazy page keeps its rejection, so the page is read anew. */
export function RouteFailure() {
  return <FailureBox error={useRouteError()} address={location.pathname} onRetry={() => location.reload()} />;
}
