import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { ById, Reference } from '@daybook/contracts/fields';
import { notify } from '@daybook/shared/notify';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';

interface RemoveDraftProps {
  endpoint: Endpoint<typeof ById>;
  draft: { id: string; version: number; client: Reference };
  consequence: string;
  backTo: string;
  onClose: () => void;
}

/** Deletes a draft and returns to the list. */
export function RemoveDraftDialog({ endpoint, draft, consequence, backTo, onClose }: RemoveDraftProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { save } = useSave(endpoint);
  const remove = async () => {
    await save({ id: draft.id }, draft.version);
    notify.success(t('remove.done'));
    await navigate(backTo);
  };
  return (
    <ConfirmDialog
      question={t('remove.question', { client: draft.client.label })}
      consequence={consequence}
      verb={t('remove.verb')}
      run={remove}
      onClose={onClose}
    />
  );
}
