import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import {
  withholdingCertificates,
  type CertificateRow,
} from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { quarters } from '@daybook/contracts/receivables/withholding/withholding-entries';
import {
  dateColumn,
  moneyColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { LinkButton } from '@daybook/shared/record/link-button';
import { EntityFilter } from '../common/document-filters.tsx';
import { useOpened } from './use-opened.ts';
import { useQuarterWord } from './words.ts';
import styles from './withholding.module.css';

const CertificateDrawer = laterPart(() => import('./certificate-drawer.tsx'));

const currency = (row: CertificateRow) => row.currency;

function useColumns(open: (id: string) => void): ColumnsOf<typeof withholdingCertificates> {
  const { t } = useTranslation('billing');
  const quarterOf = useQuarterWord();
  return [
    {
      title: t('field.number'),
      isHeading: true,
      render: ({ id, number }) => (
        <Button type="link" className={styles.name ?? ''} onClick={() => open(id)}>
          <bdi>{number}</bdi>
        </Button>
      ),
    },
    dateColumn(t('date'), (row) => row.certificateDate, { name: 'date', sort: 'date' }),
    textColumn(t('field.client'), (row) => row.client.label, { name: 'client' }),
    textColumn(t('field.entity'), (row) => row.entity.label, {
      name: 'entity',
      isShort: true,
      isHidden: true,
    }),
    textColumn(t('withholding.quarter'), quarterOf, { name: 'quarter', width: 110 }),
    textColumn(t('receipt.section'), (row) => row.section, { name: 'section', width: 90, isHidden: true }),
    moneyColumn(t('withholding.amount'), (row) => row.amount, currency),
    moneyColumn(t('withholding.matched'), (row) => row.matched, currency, {
      name: 'matched',
      zeroAsDash: true,
    }),
    statusColumn(t('field.status'), ({ isWithdrawn, amount, matched }) =>
      isWithdrawn
        ? { tone: 'draft', label: t('withholding.withdrawn') }
        : matched === amount
          ? { tone: 'done', label: t('withholding.matched') }
          : { tone: 'waiting', label: t('withholding.unmatched') },
    ),
  ];
}

/** The certificates, and what of each proves nothing yet. */
export default function CertificateList() {
  const { t } = useTranslation('billing');
  const list = useList(withholdingCertificates);
  const opened = useOpened('certificate');
  const columns = useColumnChoice('withholding_certificate', list, useColumns(opened.open));
  const quarter = t('withholding.quarter');
  return (
    <>
      <ListScreen
        title={t('withholding.certificates')}
        list={list}
        search={t('withholding.searchCertificates')}
        empty={t('withholding.noCertificates')}
        columns={columns}
        filterBar={
          <FilterBar
            list={list}
            filters={[
              {
                names: ['clientId'],
                label: t('field.client'),
                control: <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />,
              },
              { names: ['entityId'], label: t('field.entity'), control: <EntityFilter list={list} /> },
              {
                names: ['quarter'],
                label: quarter,
                control: (
                  <FilterChoice
                    list={list}
                    name="quarter"
                    label={quarter}
                    options={quarters.map((value) => ({ value, label: value }))}
                  />
                ),
              },
              {
                names: ['tab'],
                label: t('field.status'),
                control: (
                  <FilterChoice
                    list={list}
                    name="tab"
                    label={t('field.status')}
                    options={[{ value: 'open', label: t('withholding.unmatched') }]}
                  />
                ),
              },
            ]}
          />
        }
        primary={<LinkButton to={listPath('withholding_entry')}>{t('withholding.title')}</LinkButton>}
      >
        <DataTable label={t('withholding.certificates')} list={list} columns={columns.columns} />
      </ListScreen>
      {opened.id !== null && <CertificateDrawer key={opened.id} id={opened.id} onClose={opened.close} />}
    </>
  );
}
