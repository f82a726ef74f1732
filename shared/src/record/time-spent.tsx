import Alert from 'antd/es/alert';
import Progress from 'antd/es/progress';
import { useTranslation } from 'react-i18next';
import { estimateUse } from '@daybook/contracts/tasks/time/task-time';
import type { TimeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { durationText } from '../inputs/duration-input.tsx';
import { Facts } from './record-screen.tsx';

/** The share of the estimate that is spent, with a warning at 80 and at 100 per cent. */
export function EstimateBar({ spentMin, estimateMin }: Pick<TimeSpent, 'spentMin' | 'estimateMin'>) {
  const { t } = useTranslation('shared');
  const use = estimateUse(spentMin, estimateMin);
  return (
    <>
      <Progress
        percent={Math.min(100, Math.round((spentMin / estimateMin) * 100))}
        status={use === 'spent' ? 'exception' : 'normal'}
        showInfo={false}
        aria-label={t('estimate.label')}
      />
      {use !== 'within' && (
        <Alert
          type={use === 'near' ? 'warning' : 'error'}
          showIcon
          title={t(`estimate.${use}`, { percent: Math.floor((spentMin / estimateMin) * 100) })}
        />
      )}
    </>
  );
}

const time = (minutes: number) => <bdi>{durationText(minutes)}</bdi>;

/** The time of many tasks against their estimates. */
export function SpentOnTasks({ estimateMin, spentMin, otherMin }: TimeSpent) {
  const { t } = useTranslation('shared');
  if (estimateMin === 0 && otherMin === 0) return <p>{t('estimate.nothing')}</p>;
  return (
    <>
      {estimateMin > 0 && <EstimateBar spentMin={spentMin} estimateMin={estimateMin} />}
      <Facts
        areFigures
        facts={[
          ...(estimateMin > 0
            ? [
                { label: t('estimate.estimated'), value: time(estimateMin) },
                { label: t('estimate.onEstimated'), value: time(spentMin) },
              ]
            : []),
          ...(otherMin > 0 ? [{ label: t('estimate.onOthers'), value: time(otherMin) }] : []),
        ]}
      />
    </>
  );
}
