import { useTranslation } from 'react-i18next';
import { enquiryFunnel } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { onePage } from '@daybook/shared/list/one-page';
import { useFound } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { FunnelFilters } from './funnel-filters.tsx';
import { useFunnelColumns, useRowName } from './funnel-columns.tsx';
import { useLinks } from './funnel-links.ts';
import styles from '../../crm.module.css';

/** What became of the enquiries of a period, by month, source, owner or service. */
export default function Funnel() {
  const { t } = useTranslation('crm');
  const list = useFound(enquiryFunnel);
  const { data, error, retry } = useRead(enquiryFunnel.list, list.found);
  const by = list.filter.by ?? 'month';
  const rows = data?.rows ?? [];
  const total = data === undefined || data.rows.length === 0 ? [] : [totalRow(data.total)];
  const nameOf = useRowName(by);
  const links = useLinks(by, list.filter, data?.period);
  const columns = useFunnelColumns(by, links);
  const chartOf = (tone: 'primary' | 'success' | 'error', what: 'all' | 'won' | 'lost', label: string) => ({
    label,
    tone,
    values: rows.map((row) => (what === 'all' ? row.enquiries : row[what])),
    to: (index: number) => {
      const row = rows[index];
      return row ? links(row, what === 'all' ? {} : { status: what }) : '';
    },
  });
  return (
    <ListScreen
      title={t('funnel.title')}
      list={{
        ...list,
        rows,
        isLoading: data === undefined && error === null,
        error,
        retry,
        counted: undefined,
      }}
      filterBar={<FunnelFilters list={list} />}
      empty={t('funnel.empty')}
    >
      <div className={styles.stack}>
        <BarChart
          label={t('funnel.title')}
          categories={rows.map((row) => nameOf(row))}
          series={[
            chartOf('primary', 'all', t('enquiries')),
            chartOf('success', 'won', t('enquiryStatus.won')),
            chartOf('error', 'lost', t('enquiryStatus.lost')),
          ]}
        />
        <DataTable label={t('funnel.title')} list={onePage([...rows, ...total])} columns={columns} />
        <p className={styles.aside}>{t('funnel.daysHint')}</p>
        {by === 'service' && <p className={styles.aside}>{t('funnel.several')}</p>}
      </div>
    </ListScreen>
  );
}

/** The figures of all rows, as the last one. */
const totalRow = <Figures extends object>(figures: Figures) => ({
  ...figures,
  id: 'total',
  label: '',
  usual: null,
});
