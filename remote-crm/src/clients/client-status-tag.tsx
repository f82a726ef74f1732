import { useTranslation } from 'react-i18next';
import type { ClientRow } from '@daybook/contracts/crm/clients/clients';
import { StatusTag } from '@daybook/shared/record/status-tag';

export function ClientStatusTag({ status, isErased }: Pick<ClientRow, 'status' | 'isErased'>) {
  const { t } = useTranslation('crm');
  return (
    <StatusTag tone={status === 'active' ? 'done' : 'draft'}>
      {t(`clientStatus.${isErased ? 'erased' : status}`)}
    </StatusTag>
  );
}
