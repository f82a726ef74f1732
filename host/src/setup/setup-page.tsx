import { Navigate } from 'react-router-dom';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { signInPath } from '../routing/paths.ts';
import { SetupForm } from './setup-form.tsx';
import { useSetup } from './setup-state.ts';

/** Creates the first super admin, with the one-time code that the server printed when it started. */
export default function SetupPage() {
  const setup = useSetup();
  if (setup.data && !setup.data.needed) return <Navigate to={signInPath} replace />;
  return (
    <BlankLayout>
      <SetupForm />
    </BlankLayout>
  );
}
