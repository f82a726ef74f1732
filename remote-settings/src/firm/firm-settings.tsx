import Input from 'antd/es/input';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { apiBase } from '@daybook/contracts/endpoint';
import { listPath } from '@daybook/contracts/entities';
import { firm, type FirmSettings } from '@daybook/contracts/settings/firm/firm';
import { firmLogoPath } from '@daybook/contracts/settings/firm/firm-logo';
import { refreshMe } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { useSave } from '@daybook/shared/form/use-save';
import { LogoPicker } from '../logo-picker.tsx';
import { SettingScreen } from '../setting-screen.tsx';
import styles from './firm-settings.module.css';

const Field = fieldOf(firm.save);

const valuesOf = ({ name, proposesHours, billsApprovedWeeks }: FirmSettings) => ({
  name,
  proposesHours,
  billsApprovedWeeks,
});

/** The name and the logo of the firm, which the shell shows at once. */
export default function FirmSettingsScreen() {
  const { t } = useTranslation('settings');
  return (
    <SettingScreen
      title={t('firm.title')}
      open={firm.open}
      save={firm.save}
      valuesOf={valuesOf}
      address={listPath('firm')}
      onSaved={() => void refreshMe()}
    >
      {({ logo }) => (
        <>
          <Field name="name" label={t('firm.name')} hint={t('firm.nameHint')}>
            <Input maxLength={120} />
          </Field>
          <Field
            name="proposesHours"
            label={t('firm.proposesHours')}
            hint={t('firm.proposesHoursHint')}
            valueProp="checked"
          >
            <Switch />
          </Field>
          <Field
            name="billsApprovedWeeks"
            label={t('firm.billsApprovedWeeks')}
            hint={t('firm.billsApprovedWeeksHint')}
            valueProp="checked"
          >
            <Switch />
          </Field>
          <Logo logo={logo} />
        </>
      )}
    </SettingScreen>
  );
}

function Logo({ logo }: Pick<FirmSettings, 'logo'>) {
  const { t } = useTranslation('settings');
  const { save, isSaving } = useSave(firm.putLogo);
  const put = async (image: string | null) => {
    await save({ image });
    await refreshMe();
  };
  return (
    <LogoPicker
      explanation={t('firm.logoHint')}
      picture={
        logo === null ? null : (
          <img src={`${apiBase}${firmLogoPath}?v=${logo}`} alt={t('logo.title')} className={styles.picture} />
        )
      }
      isSaving={isSaving}
      onPut={put}
    />
  );
}
