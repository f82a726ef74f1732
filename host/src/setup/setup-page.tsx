import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { signInPath } from '../routing/paths.ts';
import { SetupForm } from './setup-form.tsx';
import { setupQuery } from './setup-query.ts';

/** Creates the first super admin, with the one-time code that the server printed when it started. */
export default function SetupPage() {
  const setup = useQuery(setupQuery);
  if (setup.data && !setup.data.needed) return <Navigate to={signInPath} replace />;
  return (
    <BlankLayout>
      <SetupForm />
    </BlankLayout>
  );
}
