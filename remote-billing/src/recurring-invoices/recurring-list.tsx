import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostChosenSeries } from '@daybook/contracts/crm/price-rises/price-rises';
import {
  recurringInvoices,
  recurringModes,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { dateColumn, linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useRuleText } from '@daybook/shared/series/rule-text';
import { useSeriesFilters } from '@daybook/shared/series/series-filters';
import { SeriesStatusTag } from '@daybook/shared/series/series-status';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { onTheDay } from '@daybook/shared/list-address';
import { useMay } from '@daybook/shared/session';
import {
  addRecurringInvoiceAddress,
  priceRisesAddress,
  recurringInvoiceAddress,
} from '../common/addresses.ts';
import { usePartyFilters } from '../common/document-filters.tsx';
import { RaiseBar } from './raise-bar.tsx';

function useColumns(): ColumnsOf<typeof recurringInvoices> {
  const { t } = useTranslation('billing');
  const ruleText = useRuleText();
  return [
    linkColumn(
      t('recurring.name'),
      (series) => withoutTokens(series.title),
      (series) => recurringInvoiceAddress(series.id),
      { sort: 'title' },
    ),
    textColumn(t('field.client'), (series) => series.client.label, { name: 'client' }),
    textColumn(t('recurring.rule'), (series) => ruleText(series.rrule), { name: 'rule', width: 145 }),
    textColumn(t('recurring.mode'), (series) => t(`recurringMode.${series.mode}`), {
      name: 'mode',
      width: 110,
      isShort: true,
    }),
    {
      title: t('field.status'),
      width: 110,
      render: (series) => <SeriesStatusTag series={series} />,
    },
    dateColumn(t('recurring.nextOn'), (series) => series.nextOn, { name: 'nextOn' }),
    {
      title: t('recurring.nextAmount'),
      width: 120,
      align: 'end',
      render: ({ nextAmount, currency, pricesIncludeTax }) =>
        nextAmount !== null && (
          <span title={pricesIncludeTax ? t('recurring.withTax') : t('recurring.beforeTax')}>
            <Amount minor={nextAmount} currency={currency} />
          </span>
        ),
    },
  ];
}

export default function RecurringList() {
  const { t } = useTranslation('billing');
  const list = useList(recurringInvoices);
  const columns = useColumnChoice('recurring_invoice', list, useColumns());
  const mayRaise = useMay('recurring_invoices.edit');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (keys: readonly string[]) => setChosen(keys.slice(0, mostChosenSeries));
  return (
    <ListScreen
      title={t('recurring.list')}
      list={list}
      search={t('recurring.search')}
      filterBar={<Filters list={list} />}
      columns={columns}
      empty={t('recurring.empty')}
      bulk={
        chosen.length > 0 ? (
          <RaiseBar
            ids={chosen}
            found={{ ...(list.q !== '' && { q: list.q }), filter: onTheDay(list.filter) }}
            counted={list.counted}
            onClear={() => setChosen([])}
          />
        ) : undefined
      }
      primary={
        <>
          <LinkButton to={priceRisesAddress}>{t('recurring.rises')}</LinkButton>
          <Can do="recurring_invoices.add">
            <LinkButton type={chosen.length === 0 ? 'primary' : 'default'} to={addRecurringInvoiceAddress}>
              {t('recurring.add')}
            </LinkButton>
          </Can>
        </>
      }
    >
      <DataTable
        label={t('recurring.list')}
        list={list}
        columns={columns.columns}
        {...(mayRaise && { selection: { keys: chosen, onChange: choose } })}
      />
    </ListScreen>
  );
}

function Filters({ list }: { list: ReturnType<typeof useList<typeof recurringInvoices>> }) {
  const { t } = useTranslation('billing');
  const [status, pausedFor] = useSeriesFilters(list, t('field.status'));
  const mode = barFilters(list).choice(
    'mode',
    t('recurring.mode'),
    recurringModes.map((value) => ({ value, label: t(`recurringMode.${value}`) })),
  );
  return <FilterBar list={list} filters={[status, ...usePartyFilters(list), mode, pausedFor]} />;
}
