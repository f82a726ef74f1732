import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';

/** A series shows its next twelve days. */
const shapes = { list: 12, form: 8, record: 10, chart: 8, days: 16 } as const;

/** Figures above a chart are as tall as this in pixels. */
const chartSize = 305;

/** Has the shape of the content to come, so that the page does not jump. */
export function PageSkeleton({ shape = 'list' }: { shape?: keyof typeof shapes }) {
  const { t } = useTranslation('shared');
  return (
    <section
      aria-busy="true"
      aria-label={t('loading')}
      style={{ minBlockSize: shape === 'chart' ? chartSize : undefined }}
    >
      <Skeleton active title={{ width: '30%' }} paragraph={{ rows: shapes[shape], width: '100%' }} />
    </section>
  );
}
