import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Reference } from '@daybook/contracts/fields';
import { useMay } from '@daybook/shared/session';
import { ledgerAddress, receiptForClientAddress, remindersAddress } from '../common/addresses.ts';
import type { Step } from './steps.ts';

interface FollowUpMenuProps {
  client: Reference;
  begin: (step: Step) => void;
  size?: 'small' | 'middle';
}

/** The rarer steps in the follow-up of a client, and the pages that belong to it. */
export function FollowUpMenu({ client, begin, size = 'middle' }: FollowUpMenuProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayReceive = useMay('receipts.add');
  const mayOpenLedger = useMay('reports.client_ledgers');
  const go = (to: string) => () => void navigate(to);
  const items = [
    { key: 'remind', label: t('reminding.open'), onClick: go(remindersAddress(client.id)) },
    { key: 'dispute', label: t('followUp.dispute'), onClick: () => begin('dispute') },
    { key: 'pause', label: t('followUp.pause'), onClick: () => begin('pause') },
    { key: 'hand_on', label: t('followUp.handOn'), onClick: () => begin('hand_on') },
    ...(mayReceive
      ? [{ key: 'receive', label: t('receipt.new'), onClick: go(receiptForClientAddress(client.id)) }]
      : []),
    ...(mayOpenLedger
      ? [
          {
            key: 'statement',
            label: t('statement.ofAccount'),
            onClick: go(ledgerAddress({ clientId: client.id, kind: 'open_items' })),
          },
          { key: 'ledger', label: t('ledger.open'), onClick: go(ledgerAddress({ clientId: client.id })) },
        ]
      : []),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        size={size}
        type={size === 'small' ? 'text' : 'default'}
        icon={<MoreOutlined />}
        aria-label={t('more', { what: client.label })}
      />
    </Dropdown>
  );
}
