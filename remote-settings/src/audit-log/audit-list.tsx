import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { auditActs, auditKinds, auditLog, type AuditRow } from '@daybook/contracts/audit-log/audit-log';
import { textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { InstantText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { addressOf, tones, useCommandText } from './audit-words.ts';
import { ChainNote } from './chain-note.tsx';
import styles from './audit-log.module.css';

const AuditDrawer = laterPart(() => import('./audit-drawer.tsx'));

type Listed = ReturnType<typeof useList<typeof auditLog>>;

/** The record by name, as a link if the reader may open it. */
function RecordName({ row }: { row: AuditRow }) {
  const label = row.record?.label ?? null;
  if (label === null) return null;
  const address = addressOf(row);
  const name = <bdi className={styles.name}>{label}</bdi>;
  return address === null ? name : <Link to={address}>{name}</Link>;
}

/** Two lines of names at most, with all of them in the tooltip; unlike a name in one line they leave the other columns their room. */
function Fields({ names }: { names: string }) {
  if (names === '') return null;
  return (
    <span className={styles.fields} title={names}>
      {names}
    </span>
  );
}

/** Each column has a width to which its words wrap: together they fit beside the menu at 1280 px. */
function useColumns(open: (no: string) => void): ColumnsOf<typeof auditLog> {
  const { t } = useTranslation('settings');
  const commandText = useCommandText();
  return [
    {
      title: t('audit.at'),
      sort: 'at',
      isHeading: true,
      width: 165,
      render: (row) => (
        <Button type="link" className={styles.open ?? ''} onClick={() => open(row.id)}>
          <InstantText at={row.at} />
        </Button>
      ),
    },
    textColumn(t('audit.by'), ({ by }) => by?.label ?? t('audit.nobody'), {
      name: 'by',
      isShort: true,
      width: 110,
    }),
    {
      title: t('audit.what'),
      width: 170,
      render: (row) => (
        <span className={styles.what}>
          <StatusTag tone={tones[row.act]}>{t(`audit.acts.${row.act}`)}</StatusTag>
          <span>{commandText(row)}</span>
        </span>
      ),
    },
    {
      title: t('audit.record'),
      width: 230,
      render: (row) => (
        <span className={styles.record}>
          <span className={styles.kind}>{t(`audit.kinds.${row.kind}`)}</span>
          <RecordName row={row} />
        </span>
      ),
    },
    {
      title: t('audit.fields'),
      name: 'fields',
      width: 150,
      render: ({ fields }) => <Fields names={fields.join(', ')} />,
    },
    textColumn(t('audit.address'), ({ address }) => address, { name: 'address', width: 130 }),
  ];
}

function Filters({ list }: { list: Listed }) {
  const { t } = useTranslation('settings');
  const { choice, lookup } = barFilters(list);
  const allRecords = (
    <Button variant="filled" color="primary" onClick={() => list.setFilter({ recordId: undefined })}>
      {t('audit.allRecords')}
    </Button>
  );
  return (
    <FilterBar
      list={list}
      filters={[
        ...(list.filter.recordId === undefined
          ? []
          : [{ names: ['recordId'], label: t('audit.record'), control: allRecords } as const]),
        rangeFilter(list, t('audit.period')),
        lookup('personId', t('audit.by'), 'person'),
        choice(
          'kind',
          t('audit.kind'),
          auditKinds.map((value) => ({ value, label: t(`audit.kinds.${value}`) })),
        ),
        choice(
          'act',
          t('audit.act'),
          auditActs.map((value) => ({ value, label: t(`audit.acts.${value}`) })),
        ),
      ]}
    >
      <SavedViews list="audit_log" />
    </FilterBar>
  );
}

/** Which line is open is in the address, so that it can be shared. */
function useOpened() {
  const [params, setParams] = useSearchParams();
  const opened = params.get('entry');
  const open = (no: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (no === null) next.delete('entry');
        else next.set('entry', no);
        return next;
      },
      { replace: no === null },
    );
  return { opened, open };
}

/** Who did what, when and from where, in the whole firm. */
export default function AuditList() {
  const { t } = useTranslation('settings');
  const list = useList(auditLog);
  const { opened, open } = useOpened();
  const columns = useColumnChoice('audit_log', list, useColumns(open));
  return (
    <>
      <ListScreen
        title={t('audit.title')}
        list={list}
        search={t('audit.search')}
        about={
          <>
            <ChainNote />
            {list.q !== '' && <p className={styles.searched}>{t('audit.searchHint')}</p>}
          </>
        }
        filterBar={<Filters list={list} />}
        columns={columns}
        empty={t('audit.empty')}
      >
        <DataTable label={t('audit.title')} list={list} columns={columns.columns} />
      </ListScreen>
      {opened !== null && <AuditDrawer no={Number(opened)} onClose={() => open(null)} />}
    </>
  );
}
