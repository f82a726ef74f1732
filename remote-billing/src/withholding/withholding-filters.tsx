import { useTranslation } from 'react-i18next';
import {
  quarters,
  type WithholdingTotal,
  type withholdingEntries,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { CurrencyFilter, EntityFilter } from '../common/document-filters.tsx';

type Filter = FilterOf<typeof withholdingEntries>;
type Listed = Pick<List<never, Filter>, 'filter' | 'setFilter'>;

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The filters that the register shares with its sums by client and quarter. */
export function useWithholdingFilters(
  list: Listed,
  total: Pick<WithholdingTotal, 'years' | 'sections'> | undefined,
): BarFilter<Filter>[] {
  const { t } = useTranslation('billing');
  const label = {
    client: t('field.client'),
    year: t('withholding.fy'),
    quarter: t('withholding.quarter'),
    section: t('receipt.section'),
  };
  return [
    {
      names: ['clientId'],
      label: label.client,
      control: <FilterLookup list={list} name="clientId" label={label.client} kind="client" />,
    },
    {
      names: ['fy'],
      label: label.year,
      control: <FilterChoice list={list} name="fy" label={label.year} options={plain(total?.years ?? [])} />,
    },
    {
      names: ['quarter'],
      label: label.quarter,
      control: <FilterChoice list={list} name="quarter" label={label.quarter} options={plain(quarters)} />,
    },
    {
      names: ['section'],
      label: label.section,
      control: (
        <FilterChoice
          list={list}
          name="section"
          label={label.section}
          options={plain(total?.sections ?? [])}
        />
      ),
    },
    { names: ['entityId'], label: t('field.entity'), control: <EntityFilter list={list} /> },
    { names: ['currency'], label: t('field.currency'), control: <CurrencyFilter list={list} /> },
  ];
}
