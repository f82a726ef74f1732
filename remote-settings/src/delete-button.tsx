import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { ById } from '@daybook/contracts/fields';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';

interface DeleteButtonProps {
  endpoint: Endpoint<typeof ById>;
  record: { id: string; version: number; name: string };
  consequence: string;
  backTo: string;
}

/** Deletes a named record and returns to its list. */
export function DeleteButton({ endpoint, record, consequence, backTo }: DeleteButtonProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { save } = useSave(endpoint);
  const { id, version, name } = record;
  return (
    <ConfirmButton
      danger
      question={t('record.deleteQuestion', { name })}
      consequence={consequence}
      verb={t('delete')}
      run={async () => {
        await save({ id }, version);
        notify.success(t('record.deleted', { name }));
        void navigate(backTo);
      }}
    >
      {t('delete')}
    </ConfirmButton>
  );
}
