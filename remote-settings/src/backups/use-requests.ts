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

/** Requests a backup, and the test of one. Both run in the background. */
export function useRequests() {
  const { t } = useTranslation('settings');
  const backup = useSave(backups.backUp);
  const test = useSave(backups.testRestore);
  return {
    isRequesting: backup.isSaving,
    isRequestingTest: test.isSaving,
    run: () => void request(backup.save({}), t('backup.asked')),
    test: (id: string) => void request(test.save({ id }), t('backup.testAsked')),
  };
}
