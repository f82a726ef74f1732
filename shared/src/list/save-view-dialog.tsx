import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { savedViews, type SavedList } from '@daybook/contracts/saved-views';
import { notify } from '@daybook/shared/notify';
import { fieldOf } from '../form/field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';

const Field = fieldOf(savedViews.save);

interface SaveViewDialogProps {
  list: SavedList;
  query: string;
  /** The name of the view that is shown. */
  name: string | undefined;
  onClose: () => void;
}

/** Asks for the name under which the current view of the list is saved. */
export default function SaveViewDialog({ list, query, name, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation('shared');
  return (
    <FormDialog
      title={t('view.saveTitle')}
      consequence={t('view.saveMeans')}
      endpoint={savedViews.save}
      initial={{ ...(name !== undefined && { name }) }}
      fixed={{ list, query }}
      verb={t('form.save')}
      onSaved={(saved) => {
        notify.success(t('view.saved', { name: saved.name }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="name" label={t('view.name')}>
        <Input maxLength={60} />
      </Field>
    </FormDialog>
  );
}
