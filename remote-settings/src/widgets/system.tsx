import { useTranslation } from 'react-i18next';
import { dashboards } from '@daybook/contracts/dashboards';
import { entityOfStaff } from '@daybook/contracts/people/staff';
import type { StaffKind, UserStatus } from '@daybook/contracts/people/staff';
import { listLink } from '@daybook/shared/list-link';
import { Figures } from '@daybook/shared/charts/figures';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';

const listed = (kind: StaffKind, status: UserStatus) => listLink(entityOfStaff[kind], { status });

/** People who can sign in, failed sign-ins, and e-mails that were not delivered. */
export default function System() {
  const { t } = useTranslation('settings');
  const read = useRead(dashboards.system, {});
  return (
    <ReadView of={read} shape="form">
      {({ people, withTotp, openSessions, refusedSignIns, failedMails }) => (
        <Figures
          figures={[
            ...people.map(({ kind, active }) => ({
              label: t(`staff.${kind}.title`),
              value: active,
              to: listed(kind, 'active'),
            })),
            ...people
              .filter(({ invited }) => invited > 0)
              .map(({ kind, invited }) => ({
                label: t('system.invited', { people: t(`staff.${kind}.title`) }),
                value: invited,
                to: listed(kind, 'invited'),
              })),
            { label: t('system.withTotp'), value: withTotp },
            { label: t('system.openSessions'), value: openSessions },
            { label: t('system.refusedSignIns'), value: refusedSignIns },
            { label: t('system.failedMails'), value: failedMails, isBad: failedMails > 0 },
          ]}
        />
      )}
    </ReadView>
  );
}
