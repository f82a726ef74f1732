import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import type { Holdings } from '@daybook/contracts/people/staff';
import { queryOf } from '@daybook/shared/call';
import { LinkButton } from '@daybook/shared/record/link-button';
import { useMay } from '@daybook/shared/session';

interface OpenLedgersProps {
  person: { id: string; name: string };
  ledgers: Holdings['openLedgers'];
}

/** What firm and person still owe each other, which no colleague takes over. */
export function OpenLedgers({ person: { id, name }, ledgers }: OpenLedgersProps) {
  const { t } = useTranslation('settings');
  const maySee = useMay('reports.user_ledgers');
  if (ledgers.length === 0) return null;
  const which = ledgers.map(({ entity, currency }) => `${entity} (${currency})`).join(', ');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('person.openLedgers', { name })}
      description={<bdi>{which}</bdi>}
      {...(maySee && {
        action: (
          <LinkButton to={`${listPath('user_ledger')}?${queryOf({ view: 'ledger', personId: id })}`}>
            {t('person.openLedger')}
          </LinkButton>
        ),
      })}
    />
  );
}
