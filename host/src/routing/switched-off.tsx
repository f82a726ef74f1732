import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { landingPath } from './paths.ts';

/** Shown at the addresses of a remote that is switched off. */
export default function SwitchedOff({ screen }: { screen: string }) {
  const { t } = useTranslation(['personal', 'host']);
  return (
    <>
      <h1>{t('switchedOff.title')}</h1>
      <p>{t('switchedOff.explanation', { screen })}</p>
      <Link to={landingPath}>{t('host:noAccess.toLanding')}</Link>
    </>
  );
}
