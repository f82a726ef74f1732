import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BlankLayout } from '../layout/blank-layout.tsx';
import { signInPath } from '../routing/paths.ts';

export default function HomePage() {
  const { t } = useTranslation('host');
  return (
    <BlankLayout>
      <h1>{t('home.title')}</h1>
      <p>{t('home.text')}</p>
      <Link to={signInPath}>{t('signIn.submit')}</Link>
    </BlankLayout>
  );
}
