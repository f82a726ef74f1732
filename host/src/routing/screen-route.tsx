import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { laterPart } from '@daybook/shared/read/later-part';
import { withPersonalTexts } from '../appearance/personal-texts.ts';
import type { LoadScreen } from '../remotes/remote-loader.ts';
import { RemoteScreen } from '../remotes/remote-screen.tsx';
import { askForCode, askForRows } from '../remotes/warm-up.ts';
import { landingPath } from './paths.ts';
import { useMayOpenScreen } from './screen-gate.ts';
import { useTitle } from './use-title.ts';
import { useSite } from './site-context.ts';

const SwitchedOff = laterPart(withPersonalTexts(() => import('./switched-off.tsx')));

/** Screens whose code this page has asked for. */
const opened = new WeakSet<Screen>();

/** One screen of a remote, for people who may open it, unless the remote is switched off. */
export default function ScreenRoute({ release, screen }: { release: RemoteRelease; screen: Screen }) {
  const { loadScreen } = useSite();
  const { pathname, search } = useLocation();
  const { t } = useTranslation('host');
  const isAllowed = useMayOpenScreen()(screen);
  const name = screen.label[currentLanguage()];
  useTitle(name);
  if (!isAllowed) {
    return (
      <>
        <h1>{t('noAccess.title')}</h1>
        <p>{t('noAccess.explanation')}</p>
        <Link to={landingPath}>{t('noAccess.toLanding')}</Link>
      </>
    );
  }
  const loadWithRows: LoadScreen = (remote, id) => {
    // Once the code is there, the screen asks just as soon.
    if (!opened.has(screen)) {
      askForCode(release, screen);
      askForRows(screen, search);
    }
    opened.add(screen);
    return loadScreen(remote, id);
  };
  if (release.disabled) return <SwitchedOff screen={name} />;
  return (
    <RemoteScreen
      remote={release.name}
      screenId={screen.id}
      entry={release.entry}
      loadScreen={loadWithRows}
      address={pathname}
    />
  );
}
