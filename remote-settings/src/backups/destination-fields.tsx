import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import {
  backupSettings,
  destinations,
  type BackupSettings,
} from '@daybook/contracts/settings/backups/backups';
import { fieldOf } from '@daybook/shared/form/field';

const Field = fieldOf(backupSettings.save);

interface Props {
  settings: BackupSettings;
}

/** Where backups go. The bucket of the environment wins, and then nothing has to be set here. */
export function DestinationFields({ settings }: Props) {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const destination = Form.useWatch<BackupSettings['destination'] | undefined>('destination', form);
  const { usualBucket } = settings;
  return (
    <>
      {usualBucket !== null && (
        <Alert type="info" showIcon title={t('backup.form.environment', { bucket: usualBucket })} />
      )}
      <Field name="destination" label={t('backup.form.destination')}>
        <Select
          options={destinations.map((value) => ({ value, label: t(`backup.form.destinations.${value}`) }))}
        />
      </Field>
      {destination === 'bucket' ? <Bucket settings={settings} /> : <Folder settings={settings} />}
    </>
  );
}

function Folder({ settings: { usualFolder } }: Props) {
  const { t } = useTranslation('settings');
  return (
    <Field name="folder" label={t('backup.folder')} hint={t('backup.form.folderHint')}>
      <Input
        dir="ltr"
        autoComplete="off"
        maxLength={500}
        {...(usualFolder !== null && {
          placeholder: t('backup.form.usualFolder', { folder: usualFolder }),
        })}
      />
    </Field>
  );
}

function Bucket({ settings: { bucketKeyId } }: Props) {
  const { t } = useTranslation('settings');
  const hasSecret = bucketKeyId !== null;
  return (
    <>
      <Field
        name="bucketEndpoint"
        label={t('backup.form.endpoint')}
        hint={t('backup.form.endpointHint')}
        isRequired
      >
        <Input dir="ltr" autoComplete="off" maxLength={300} />
      </Field>
      <Field name="bucketName" label={t('backup.form.bucket')} isRequired>
        <Input dir="ltr" autoComplete="off" maxLength={63} />
      </Field>
      <Field name="bucketRegion" label={t('backup.form.region')} hint={t('backup.form.regionHint')}>
        <Input dir="ltr" autoComplete="off" maxLength={50} placeholder="us-east-1" />
      </Field>
      <Field name="bucketPrefix" label={t('backup.form.prefix')} hint={t('backup.form.prefixHint')}>
        <Input dir="ltr" autoComplete="off" maxLength={200} />
      </Field>
      <Field name="bucketKeyId" label={t('backup.form.keyId')} isRequired>
        <Input dir="ltr" autoComplete="off" maxLength={200} />
      </Field>
      <Field
        name="bucketSecret"
        label={t('backup.form.secret')}
        isRequired={!hasSecret}
        hint={t(hasSecret ? 'backup.form.secretKept' : 'backup.form.secretHint')}
      >
        <Input.Password dir="ltr" autoComplete="new-password" maxLength={500} />
      </Field>
    </>
  );
}
