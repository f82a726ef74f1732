import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined';
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { WorklistRow } from '@daybook/contracts/receivables/follow-up/worklist';
import { LinkButton } from '@daybook/shared/record/link-button';
import { remindersAddress } from '../common/addresses.ts';
import { steppingAside } from '../common/step-aside.ts';
import { FollowUpMenu } from './follow-up-menu.tsx';
import type { Step } from './steps.ts';
import styles from './follow-up.module.css';

interface RowActionsProps {
  row: WorklistRow;
  begin: (step: Step) => void;
}

/** The commonest steps of a row as buttons, the others in a menu. Words only on the first, or they would hide the next action. */
export function RowActions({ row: { client, owed, levelDue, isDisputed }, begin }: RowActionsProps) {
  const { t } = useTranslation('billing');
  const owesSomething = owed.some(({ outstanding, disputed }) => outstanding > disputed);
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        aria-label={t('followUp.logFor', { client: client.label })}
        onClick={() => begin('log')}
      >
        {t('followUp.log')}
      </Button>
      {owesSomething && (
        <Button
          size="small"
          icon={<CarryOutOutlined />}
          title={t('followUp.promise')}
          aria-label={t('followUp.promiseFor', { client: client.label })}
          onClick={() => begin('promise')}
        />
      )}
      {levelDue !== null && (
        <LinkButton
          size="small"
          icon={<MailOutlined />}
          to={remindersAddress(client.id)}
          {...steppingAside}
          title={t('reminding.remind')}
          aria-label={t('reminding.remindFor', { client: client.label })}
        />
      )}
      <FollowUpMenu client={client} isDisputed={isDisputed} begin={begin} size="small" />
    </div>
  );
}
