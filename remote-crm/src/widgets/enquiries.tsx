import { useTranslation } from 'react-i18next';
import { dashboards } from '@daybook/contracts/dashboards';
import { listLink } from '@daybook/shared/list-link';
import { today } from '@daybook/shared/today';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { Figures } from '@daybook/shared/charts/figures';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';

/** Open enquiries by status, and those whose next action is due. */
export default function Enquiries() {
  const { t } = useTranslation('crm');
  const day = today();
  const read = useRead(dashboards.enquiries, { today: day });
  return (
    <ReadView of={read} shape="chart">
      {({ byStatus, actionDue }) => (
        <>
          <Figures
            figures={[
              {
                label: t('widget.open'),
                value: byStatus.reduce((all, { count }) => all + count, 0),
                to: listLink('enquiry', { open: 'true' }),
              },
              {
                label: t('widget.actionDue'),
                value: actionDue,
                to: listLink('enquiry', { open: 'true', dueBy: day }),
                isBad: actionDue > 0,
              },
            ]}
          />
          <BarChart
            label={t('widget.byStage')}
            categories={byStatus.map(({ status }) => t(`enquiryStatus.${status}`))}
            series={[
              {
                label: t('widget.enquiries'),
                tone: 'primary',
                values: byStatus.map(({ count }) => count),
                to: (index) => listLink('enquiry', { status: byStatus[index]?.status }),
              },
            ]}
          />
        </>
      )}
    </ReadView>
  );
}
