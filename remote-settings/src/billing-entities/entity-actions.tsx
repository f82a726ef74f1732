import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  billingEntities,
  type BillingEntity,
} from '@daybook/contracts/settings/billing-entities/billing-entities';
import { notify } from '@daybook/shared/notify';
import { Can } from '@daybook/shared/record/can';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { useSave } from '@daybook/shared/form/use-save';
import { levelsAddress, listAddress, templateAddress } from './addresses.ts';

/** Beside editing: the reminder levels, deactivating, reactivating and deleting. */
export default function EntityActions({ entity: { id, version, name, active } }: { entity: BillingEntity }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const deactivation = useSave(billingEntities.deactivate);
  const removal = useSave(billingEntities.remove);
  const done = (text: string) => {
    notify.success(text);
    void navigate(listAddress);
  };
  return (
    <>
      <LinkButton to={templateAddress(id)}>{t('entity.template')}</LinkButton>
      <LinkButton to={levelsAddress(id)}>{t('reminders.title')}</LinkButton>
      <Can do="billing_entity.delete">
        {active ? (
          <ConfirmButton
            question={t('entity.deactivateQuestion', { name })}
            consequence={t('entity.deactivateConsequence')}
            verb={t('deactivate')}
            run={async () => {
              await deactivation.save({ id }, version);
              done(t('entity.deactivated', { name }));
            }}
          >
            {t('deactivate')}
          </ConfirmButton>
        ) : (
          <Reactivate id={id} version={version} onDone={() => done(t('entity.reactivated', { name }))} />
        )}
        <ConfirmButton
          danger
          question={t('entity.deleteQuestion', { name })}
          consequence={t('entity.deleteConsequence')}
          verb={t('delete')}
          typedWord={name}
          run={async () => {
            await removal.save({ id }, version);
            done(t('entity.deleted', { name }));
          }}
        >
          {t('delete')}
        </ConfirmButton>
      </Can>
    </>
  );
}

function Reactivate({ id, version, onDone }: { id: string; version: number; onDone: () => void }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(billingEntities.reactivate);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    try {
      await save({ id }, version);
      onDone();
    } catch (error) {
      notify.failure(refusalText(error));
      setRunning(false);
    }
  };
  return (
    <Button loading={isRunning} onClick={() => void run()}>
      {t('reactivate')}
    </Button>
  );
}
