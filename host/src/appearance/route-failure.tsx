import { useRouteError } from 'react-router-dom';
import { FailureBox } from '../remotes/failure-box.tsx';

/** The outermost error page: something in the host itself failed. A lazy page keeps its rejection, so a retry reloads the page. */
export function RouteFailure() {
  return <FailureBox error={useRouteError()} address={location.pathname} onRetry={() => location.reload()} />;
}
