import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { landingPath } from './paths.ts';
import { useMayOpen } from './role-gate.ts';
import { useTitle } from './use-title.ts';
import { useSite } from './site-context.ts';

/** One screen of a remote, for those who may open it, unless the remote is switched off. */
export default function ScreenRoute({ release, screen }: { release: RemoteRelease; screen: Screen }) {
  const { loadScreen } = useSite();
  const { t } = useTranslation('host');
  const isAllowed = useMayOpen()(screen.allow);
  const name = screen.label[currentLanguage()];
  useTitle(name);
  if (!isAllowed || release.disabled) {
    const why = isAllowed ? 'switchedOff' : 'noAccess';
    return (
      <>
        <h1>{t(`${why}.title`)}</h1>
        <p>{t(`${why}.explanation`, { screen: name })}</p>
        <Link to={landingPath}>{t('noAccess.toLanding')}</Link>
      </>
    );
  }
  return (
    <RemoteScreen remote={release.name} screenId={screen.id} entry={release.entry} loadScreen={loadScreen} />
  );
}
