import { useTranslation } from 'react-i18next';
import { backups } from '@daybook/contracts/settings/backups/backups';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';

async function request(work: Promise<unknown>, said: string): Promise<void> {
  try {
    await work;
    notify.success(said);
  } catch (error) {
    notify.failure(refusalText(error));
  }
}

/** Requests a backup, and the proof of one. Both run in the background. */
export function useRequests() {
  const { t } = useTranslation('settings');
  const backup = useSave(backups.backUp);
  const proof = useSave(backups.prove);
  return {
    isRequesting: backup.isSaving,
    isRequestingProof: proof.isSaving,
    run: () => void request(backup.save({}), t('backup.asked')),
    prove: (id: string) => void request(proof.save({ id }), t('backup.proofAsked')),
  };
}
