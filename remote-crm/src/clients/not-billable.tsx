import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { useRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';

/** Says that completed work of the client is not billed, and how much has been pending since before. */
export function NotBillable({ client }: { client: Client }) {
  const { t } = useTranslation('crm');
  const { data } = useRead(clients.summary, client.billable ? null : { id: client.id });
  if (client.billable) return null;
  const pending = data?.pendingItems ?? 0;
  return (
    <Alert
      type="info"
      showIcon
      title={t('client.notBillable')}
      {...(pending > 0 && { description: t('client.stillPending', { number: countText(pending) }) })}
    />
  );
}
