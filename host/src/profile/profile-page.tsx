import { useTranslation } from 'react-i18next';
import { account } from '@daybook/contracts/auth/account';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useTitle } from '../routing/use-title.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhotoSection } from './photo-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { TotpSection } from './totp-section.tsx';
import css from './profile.module.css';

/** The person's own account: what others see of it, and how it is kept safe. */
export default function ProfilePage() {
  const { t } = useTranslation('personal');
  useTitle(t('profile.title'));
  const profile = useRead(account.open, {});
  return (
    <ReadView of={profile} shape="form">
      {(mine) => (
        <div className={css.page}>
          <ProfileForm key={mine.version} profile={mine} />
          <PhotoSection hasPhoto={mine.hasPhoto} />
          <NotificationsSection />
          <AppearanceSection />
          <PasswordSection changedAt={mine.passwordChangedAt} />
          <TotpSection hasTotp={mine.hasTotp} recoveryLeft={mine.recoveryLeft} />
          <SessionsSection />
          <SignInsSection />
        </div>
      )}
    </ReadView>
  );
}
