import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { savedViews, type SavedView } from '@daybook/contracts/saved-views';
import { staffTypes } from '@daybook/contracts/permissions';
import { notify } from '@daybook/shared/notify';
import { fieldOf } from '../form/field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';

const Field = fieldOf(savedViews.share);

/** Chooses with whom a view is shared, and whose list begins with it. */
export default function ShareViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useTranslation('shared');
  const options = staffTypes.map((value) => ({ value, label: t(`userType.${value}`) }));
  return (
    <FormDialog
      title={t('view.share', { name: view.name })}
      consequence={t('view.shareMeans')}
      endpoint={savedViews.share}
      initial={{
        userTypes: view.shares.map(({ userType }) => userType),
        defaultFor: view.shares.filter(({ isDefault }) => isDefault).map(({ userType }) => userType),
      }}
      fixed={{ id: view.id }}
      verb={t('form.save')}
      onSaved={() => {
        notify.success(t('form.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="userTypes" label={t('view.sharedWith')} isWide>
        <Checkbox.Group options={options} />
      </Field>
      <DefaultFor options={options} />
    </FormDialog>
  );
}

function DefaultFor({ options }: { options: { value: string; label: string }[] }) {
  const { t } = useTranslation('shared');
  const shared = Form.useWatch<string[] | undefined>('userTypes') ?? [];
  return (
    <Field name="defaultFor" label={t('view.defaultFor')} hint={t('view.defaultForHint')} isWide>
      <Checkbox.Group
        options={options.map((option) => ({ ...option, disabled: !shared.includes(option.value) }))}
      />
    </Field>
  );
}
