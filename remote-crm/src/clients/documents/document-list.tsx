import { useTranslation } from 'react-i18next';
import { clientDocuments, documentKinds } from '@daybook/contracts/crm/client-documents/client-documents';
import { DataTable } from '@daybook/shared/list/data-table';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import { FilterBar, type BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterChoices, FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList, type FilterOf, type List } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { LinkButton } from '@daybook/shared/record/link-button';
import { clientsAddress } from '../../addresses.ts';
import { useDocumentColumns } from './document-columns.tsx';
import { useOpenDocument } from './use-open-document.ts';

const DocumentDrawer = laterPart(() => import('./document-drawer.tsx'));

type Documents = Pick<List<never, FilterOf<typeof clientDocuments>>, 'filter' | 'setFilter'>;

function useFilters(list: Documents): BarFilter<FilterOf<typeof clientDocuments>>[] {
  const { t } = useTranslation('crm');
  return [
    {
      names: ['kind'],
      label: t('document.kind'),
      control: (
        <FilterChoices
          list={list}
          name="kind"
          label={t('document.kind')}
          options={documentKinds.map((value) => ({ value, label: t(`documentKind.${value}`) }))}
        />
      ),
    },
    {
      names: ['from', 'to'],
      isWide: true,
      label: t('document.validTo'),
      control: (
        <DateRangeFilter
          label={t('document.validTo')}
          from={list.filter.from}
          to={list.filter.to}
          onChange={list.setFilter}
        />
      ),
    },
    {
      names: ['crmId'],
      label: t('client.crm'),
      control: <FilterLookup list={list} name="crmId" label={t('client.crm')} kind="crm" />,
    },
    {
      names: ['clientId'],
      label: t('document.client'),
      control: <FilterLookup list={list} name="clientId" label={t('document.client')} kind="client" />,
    },
    {
      names: ['original'],
      label: t('document.original'),
      control: (
        <FilterChoice
          list={list}
          name="original"
          label={t('document.original')}
          options={(['held', 'returned'] as const).map((value) => ({
            value,
            label: t(`documentOriginal.${value}`),
          }))}
        />
      ),
    },
  ];
}

/** The documents of all clients, those that expire first at the top. */
export default function DocumentList() {
  const { t } = useTranslation('crm');
  const list = useList(clientDocuments);
  const opened = useOpenDocument();
  const filters = useFilters(list);
  const columns = useColumnChoice('client_document', list, useDocumentColumns(opened.open));
  return (
    <>
      <ListScreen
        title={t('document.list')}
        list={list}
        search={t('document.search')}
        empty={t('document.empty')}
        columns={columns}
        primary={<LinkButton to={clientsAddress}>{t('clients')}</LinkButton>}
        filterBar={
          <FilterBar list={list} filters={filters}>
            <SavedViews list="client_document" />
          </FilterBar>
        }
      >
        <DataTable label={t('document.list')} list={list} columns={columns.columns} />
      </ListScreen>
      {opened.id !== null && <DocumentDrawer key={opened.id} id={opened.id} onClose={opened.close} />}
    </>
  );
}
