import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { account, type Profile } from '@daybook/contracts/auth/account';
import { changeTheme, refreshMe } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { LanguageSelect } from '@daybook/shared/inputs/named-select';
import { landingPath } from '../routing/paths.ts';

const Field = fieldOf(account.edit);

const valuesOf = ({ name, phone, locale }: Profile) => ({ name, phone, locale });

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('personal');
  return (
    <FormScreen
      title={t('profile.title')}
      endpoint={account.edit}
      initial={valuesOf(profile)}
      version={profile.version}
      valuesOf={valuesOf}
      backTo={landingPath}
      onSaved={({ locale }) => {
        if (locale !== profile.locale) changeTheme({ locale });
        void refreshMe();
      }}
    >
      <Field name="name" label={t('profile.name')}>
        <Input autoComplete="name" />
      </Field>
      <Form.Item label={t('profile.email')} htmlFor="own-email" extra={t('profile.emailHint')}>
        <Input id="own-email" dir="ltr" value={profile.email} disabled />
      </Form.Item>
      <Field name="phone" label={t('profile.phone')} hint={t('profile.phoneHint')}>
        <Input dir="ltr" autoComplete="tel" inputMode="tel" />
      </Field>
      <Field name="locale" label={t('profile.language')} hint={t('profile.languageHint')}>
        <LanguageSelect />
      </Field>
    </FormScreen>
  );
}
