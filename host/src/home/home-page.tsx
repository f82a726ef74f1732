import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BlankLayout } from '../layout/blank-layout.tsx';
import controls from '../native-controls/native-controls.module.css';
import { signInPath } from '../routing/paths.ts';
import { useTitle } from '../routing/use-title.ts';

export default function HomePage() {
  const { t } = useTranslation('host');
  useTitle('');
  return (
    <BlankLayout>
      <h1>{t('home.title')}</h1>
      <p>{t('home.text')}</p>
      <Link className={controls.linkButton} to={signInPath}>
        {t('signIn.submit')}
      </Link>
    </BlankLayout>
  );
}
