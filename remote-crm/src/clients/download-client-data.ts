import { useTranslation } from 'react-i18next';
import { clientData } from '@daybook/contracts/crm/clients/client-data';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { download } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { saveFile } from '@daybook/shared/record/save-file';

/** Saves everything that is held on the client. It may take long, so a notice says how far it is. */
export function useDownloadClientData({ id, name }: Client): () => Promise<void> {
  const { t } = useTranslation('crm');
  const notice = { key: `client-data-${id}` };
  return async () => {
    let told: number | null = null;
    const tellWait = (before: number) => {
      if (before === told) return;
      told = before;
      notify.info(
        before === 0 ? t('clientData.preparing', { name }) : t('clientData.waiting', { count: before }),
        notice,
      );
    };
    tellWait(0);
    try {
      saveFile(await download(clientData.download, { id }, { onWait: tellWait }));
      notify.success(t('clientData.done', { name }), notice);
    } catch (error) {
      notify.failure(refusalText(error), notice);
    }
  };
}
