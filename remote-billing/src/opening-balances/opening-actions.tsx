import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  openingBalances,
  type OpeningDocument,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import { notify } from '@daybook/shared/notify';
import { isAdmin } from '@daybook/shared/session';
import { ReasonDialog } from '@daybook/shared/form/reason-dialog';
import { useSave } from '@daybook/shared/form/use-save';

/** An opening balance can be taken back while nothing has settled it. If the client is locked, an admin has to unlock them first. */
export function OpeningActions({ document }: { document: OpeningDocument }) {
  const { t } = useTranslation('billing');
  const takeBack = useSave(openingBalances.takeBack);
  const unlock = useSave(openingBalances.unlock);
  const [isAsked, setAsked] = useState(false);
  const { id, number, client, isLocked, isSettled } = document;
  if (isLocked ? !isAdmin() : isSettled) return null;
  const run = async (reason: string | null) => {
    if (isLocked) {
      await unlock.save({ clientId: client.id, reason: reason ?? '' });
      notify.success(t('opening.unlocked', { name: client.label }));
    } else {
      await takeBack.save({ id, reason: reason ?? '' });
      notify.success(t('opening.takenBack', { number }));
    }
  };
  return (
    <>
      <Button size="small" danger={!isLocked} onClick={() => setAsked(true)}>
        {t(isLocked ? 'opening.unlock' : 'opening.takeBack')}
      </Button>
      {isAsked && (
        <ReasonDialog
          question={
            isLocked
              ? t('opening.unlockQuestion', { name: client.label })
              : t('opening.takeBackQuestion', { number })
          }
          label={t('opening.why')}
          verb={t(isLocked ? 'opening.unlock' : 'opening.takeBack')}
          isRequired
          isDangerous
          run={run}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
