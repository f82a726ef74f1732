import { useTranslation } from 'react-i18next';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { StatusTag } from '@daybook/shared/record/status-tag';

export function ClientStatusTag({ status }: Pick<Client, 'status'>) {
  const { t } = useTranslation('crm');
  return <StatusTag tone={status === 'active' ? 'done' : 'draft'}>{t(`clientStatus.${status}`)}</StatusTag>;
}
