import { useTranslation } from 'react-i18next';
import { dashboards } from '@daybook/contracts/dashboards';
import { Figures } from '@daybook/shared/ui/figures';
import { ReadView } from '@daybook/shared/ui/read-view';
import { useRead } from '@daybook/shared/ui/use-read';

/** Who may come in, and what went wrong at the door. */
export default function House() {
  const { t } = useTranslation('settings');
  const read = useRead(dashboards.house, {});
  return (
    <ReadView of={read} shape="form">
      {({ active, invited, withTotp, openSessions, refusedSignIns, failedMails }) => (
        <Figures
          figures={[
            { label: t('house.active'), value: active },
            { label: t('house.invited'), value: invited },
            { label: t('house.withTotp'), value: withTotp },
            { label: t('house.openSessions'), value: openSessions },
            { label: t('house.refusedSignIns'), value: refusedSignIns },
            { label: t('house.failedMails'), value: failedMails, isBad: failedMails > 0 },
          ]}
        />
      )}
    </ReadView>
  );
}
