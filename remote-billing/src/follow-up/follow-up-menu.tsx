import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Reference } from '@daybook/contracts/fields';
import { RowMenu } from '@daybook/shared/list/row-menu';
import { steppingAside } from '../common/step-aside.ts';
import type { Step } from './steps.ts';
import { usePages, type FollowUpPage } from './use-pages.ts';

interface FollowUpMenuProps {
  client: Reference;
  /** Whether an invoice of the client is disputed. */
  isDisputed: boolean;
  begin: (step: Step) => void;
  size?: 'small' | 'middle';
}

/** The rarer steps in the follow-up of a client, and the pages that belong to it. */
export function FollowUpMenu({ client, isDisputed, begin, size = 'middle' }: FollowUpMenuProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const addressOf = usePages();
  const page = (key: FollowUpPage, label: string) => {
    const to = addressOf(key, client.id);
    return to === null ? [] : [{ key, label, onClick: () => void navigate(to, steppingAside) }];
  };
  const step = (key: Step, label: string) => ({ key, label, onClick: () => begin(key) });
  return (
    <RowMenu
      label={t('more', { what: client.label })}
      size={size}
      items={[
        ...page('remind', t('reminding.open')),
        step('dispute', t('followUp.dispute')),
        ...(isDisputed ? [step('end_dispute', t('followUp.endDispute'))] : []),
        step('pause', t('followUp.pause')),
        step('hand_on', t('followUp.handOn')),
        ...page('receive', t('receipt.new')),
        ...page('statement', t('statement.ofAccount')),
        ...page('ledger', t('ledger.open')),
      ]}
    />
  );
}
