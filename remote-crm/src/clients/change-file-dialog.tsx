import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';
import { clientFiles, type ClientFile } from '@daybook/contracts/crm/clients/client-files';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';

const Field = fieldOf(clientFiles.change);

interface ChangeFileProps {
  clientId: string;
  file: ClientFile;
  onClose: () => void;
}

/** Renames a file, or moves it to another year. */
export function ChangeFileDialog({ clientId, file, onClose }: ChangeFileProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog
      title={t('file.changeOf', { name: file.label })}
      endpoint={clientFiles.change}
      initial={{ name: file.label, year: file.year }}
      fixed={{ id: clientId, fileId: file.id }}
      version={file.version}
      verb={t('shared:form.save')}
      onSaved={({ label }) => {
        notify.success(t('file.changed', { name: label }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="name" label={t('file.name')}>
        <Input maxLength={200} />
      </Field>
      <Field name="year" label={t('file.year')} hint={t('file.yearHint')}>
        <InputNumber min={1950} max={2199} precision={0} controls={false} />
      </Field>
    </FormDialog>
  );
}
