import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import {
  clientDocuments,
  documentKinds,
  usualLevelOf,
  type ClientDocument,
  type DocumentKind,
} from '@daybook/contracts/crm/client-documents/client-documents';
import { clientLevels, type ClientLevel } from '@daybook/contracts/crm/clients/client-levels';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { FileField } from '@daybook/shared/inputs/file-field';
import { notify } from '@daybook/shared/notify';
import { LongText } from '@daybook/shared/inputs/long-text';

const Field = fieldOf(clientDocuments.create);

interface DocumentFormProps {
  client: { id: string; name: string };
  /** The document to edit; without it, a new one. */
  document?: ClientDocument;
  onClose: () => void;
}

/** A document of a client, in a dialog. */
export default function DocumentForm({ client, document, onClose }: DocumentFormProps) {
  const { t } = useTranslation('crm');
  const more = { verb: t('shared:form.save'), width: 640, onClose };
  const onSaved = () => {
    notify.success(t('document.saved'));
    onClose();
  };
  if (document === undefined)
    return (
      <FormDialog
        title={t('document.addFor', { name: client.name })}
        endpoint={clientDocuments.create}
        initial={{ kind: 'engagement_letter', level: 'everyone' }}
        fixed={{ clientId: client.id }}
        onSaved={onSaved}
        {...more}
      >
        <Fields />
      </FormDialog>
    );
  const { id, version, attachment } = document;
  return (
    <FormDialog
      title={t('document.editFor', { name: client.name })}
      endpoint={clientDocuments.edit}
      initial={fieldsOf(document)}
      fixed={{ id }}
      version={version}
      onSaved={onSaved}
      {...more}
    >
      <Fields attached={attachment} />
    </FormDialog>
  );
}

/** The fields of the form, as the document has them. */
const fieldsOf = ({
  kind,
  title,
  number,
  holder,
  validFrom,
  validTo,
  originalAt,
  receivedOn,
  returnedOn,
  note,
  level,
  noticeDays,
  makesTask,
  attachment,
}: ClientDocument) => ({
  kind,
  title,
  number,
  holder,
  validFrom,
  validTo,
  originalAt,
  receivedOn,
  returnedOn,
  note,
  level,
  noticeDays,
  makesTask,
  attachmentId: attachment?.id ?? null,
});

function Fields({ attached = null }: { attached?: ClientDocument['attachment'] }) {
  const { t } = useTranslation('crm');
  return (
    <>
      <Kind />
      <Field name="title" label={t('document.title')} hint={t('document.titleHint')}>
        <Input maxLength={120} />
      </Field>
      <Field name="number" label={t('document.number')}>
        <Input maxLength={60} autoComplete="off" dir="ltr" />
      </Field>
      <Field name="holder" label={t('document.holder')}>
        <Input maxLength={120} autoComplete="off" />
      </Field>
      <Field name="validFrom" label={t('document.validFrom')}>
        <DateInput />
      </Field>
      <Field name="validTo" label={t('document.validTo')}>
        <DateInput />
      </Field>
      <Field name="noticeDays" label={t('document.noticeDays')} hint={t('document.noticeHint')}>
        <InputNumber min={0} max={365} precision={0} />
      </Field>
      <Field name="makesTask" label={t('document.task')} valueProp="checked">
        <Checkbox>{t('document.makesTask')}</Checkbox>
      </Field>
      <Field name="originalAt" label={t('document.originalAt')}>
        <Input maxLength={200} />
      </Field>
      <Field name="receivedOn" label={t('document.receivedOn')}>
        <DateInput />
      </Field>
      <Field name="returnedOn" label={t('document.returnedOn')}>
        <DateInput />
      </Field>
      <Field name="level" label={t('shared:note.level')}>
        <Select<ClientLevel> options={clientLevels.map((value) => ({ value, label: t(`level.${value}`) }))} />
      </Field>
      <Field name="attachmentId" label={t('document.file')}>
        <FileField endpoint={clientDocuments.upload} place="document" attached={attached} />
      </Field>
      <Field name="note" label={t('document.note')}>
        <LongText maxLength={1000} rows={[2, 6]} />
      </Field>
    </>
  );
}

/** With the kind, the level becomes the usual one of that kind. */
function Kind() {
  const { t } = useTranslation('crm');
  const form = Form.useFormInstance();
  return (
    <Field name="kind" label={t('document.kind')}>
      <Select<DocumentKind>
        options={documentKinds.map((value) => ({ value, label: t(`documentKind.${value}`) }))}
        onSelect={(kind: DocumentKind) => form.setFieldValue('level', usualLevelOf(kind))}
      />
    </Field>
  );
}
