import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { apiBase } from '@daybook/contracts/endpoint';
import { listPath } from '@daybook/contracts/entities';
import { firm, firmLogoPath, type FirmSettings } from '@daybook/contracts/settings/firm/firm';
import { refreshMe } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { useSave } from '@daybook/shared/form/use-save';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { LogoPicker } from '../logo-picker.tsx';
import styles from './firm-settings.module.css';

const Field = fieldOf(firm.save);

const valuesOf = ({ name }: FirmSettings) => ({ name });

/** The name and the logo of the firm, which the shell shows at once. */
export default function FirmSettingsScreen() {
  const { t } = useTranslation('settings');
  const read = useRead(firm.open, {});
  const title = t('firm.title');
  // It has its title also while it is read and when it is refused, as every page of the menu.
  if (read.data === undefined)
    return (
      <RecordScreen title={title}>
        <ReadView of={read} shape="form">
          {() => null}
        </ReadView>
      </RecordScreen>
    );
  return (
    <FormScreen
      title={title}
      endpoint={firm.save}
      initial={valuesOf(read.data)}
      version={read.data.version}
      valuesOf={valuesOf}
      backTo={listPath('firm')}
      // Stays here: this form is the page of the settings.
      onSaved={() => void refreshMe()}
    >
      <Field name="name" label={t('firm.name')} hint={t('firm.nameHint')}>
        <Input maxLength={120} />
      </Field>
      <Logo logo={read.data.logo} />
    </FormScreen>
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
