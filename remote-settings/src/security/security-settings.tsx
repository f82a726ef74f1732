import Checkbox from 'antd/es/checkbox';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import { staffTypes } from '@daybook/contracts/permissions';
import {
  idleMinutes,
  security,
  sessionHours,
  type SecuritySettings,
} from '@daybook/contracts/settings/security/security';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { SettingScreen } from '../setting-screen.tsx';
import styles from './security-settings.module.css';

const Field = fieldOf(security.save);

const valuesOf = ({ version: _version, yourAddress: _yours, ...choices }: SecuritySettings) => choices;

/** Who signs in with two factors, how long people stay signed in, and from where they may work. */
export default function SecuritySettingsScreen() {
  const { t } = useTranslation('settings');
  return (
    <SettingScreen
      title={t('security.title')}
      open={security.open}
      save={security.save}
      valuesOf={valuesOf}
      address={listPath('sign_in_policy')}
    >
      {({ yourAddress }) => (
        <>
          <FormGroup title={t('security.twoFactors')} explanation={t('security.twoFactorsHint')}>
            <Field name="totpRequired" label={t('security.requiredFor')} isRequired={false} isWide>
              <Checkbox.Group
                className={styles.types ?? ''}
                options={staffTypes.map((value) => ({ value, label: t(`person.types.${value}`) }))}
              />
            </Field>
          </FormGroup>
          <FormGroup title={t('security.sessions')} explanation={t('security.sessionsHint')}>
            <Field name="idleMinutes" label={t('security.idleMinutes')}>
              <InputNumber {...idleMinutes} precision={0} />
            </Field>
            <Field name="sessionHours" label={t('security.sessionHours')}>
              <InputNumber {...sessionHours} precision={0} />
            </Field>
          </FormGroup>
          <Networks yourAddress={yourAddress} />
          <FormGroup title={t('security.auditHead')} explanation={t('security.auditHeadHint')}>
            <Field name="auditHeadTo" label={t('security.auditHeadTo')} isRequired={false} isWide>
              <Select
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={[' ', ',', '、', '，', ';']}
              />
            </Field>
          </FormGroup>
        </>
      )}
    </SettingScreen>
  );
}

function Networks({ yourAddress }: Pick<SecuritySettings, 'yourAddress'>) {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('security.networks')} explanation={t('security.networksHint')}>
      <Field
        name="allowedNetworks"
        label={t('security.allowedNetworks')}
        hint={t('security.yourAddress', { address: yourAddress })}
        isRequired={false}
        isWide
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '、', '，']} />
      </Field>
    </FormGroup>
  );
}
