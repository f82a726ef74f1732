import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import {
  importOutcomes,
  importRowStates,
  type ImportRemark,
  type ImportRow,
} from '@daybook/contracts/imports/imports';
import type { ColumnsOf } from '../list/columns.tsx';
import { DataTable } from '../list/data-table.tsx';
import { FilterChoices, FilterToggle } from '../list/filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { useList } from '../list/use-list.tsx';
import { StatusTag } from '../record/status-tag.tsx';
import styles from './imports.module.css';
import type { Import, ImportedKind } from './imported-kind.ts';
import { outcomeTones, stateTones } from './import-tones.ts';

interface RowEndpoints {
  list: ImportedKind['endpoints']['rows'];
  total: ImportedKind['endpoints']['rowsTotal'];
}

function Said({ remarks, className }: { remarks: readonly ImportRemark[]; className?: string | undefined }) {
  const { t } = useTranslation('import-screens');
  return remarks.map(({ field, code, label, message, value }) => (
    <p key={`${field} ${code} ${message}`} className={className}>
      {label !== null && <bdi>{value === null ? `${label}: ` : t('valueOf', { label, value })}</bdi>}{' '}
      <bdi>{message}</bdi>
    </p>
  ));
}

/** Why a row is refused, what it changes, and what to look at. */
function Reasons({ row: { faults, changes, defaults, warnings, undoReason } }: { row: ImportRow }) {
  const { t } = useTranslation('import-screens');
  return (
    <div className={styles.list}>
      <Said remarks={faults} />
      {changes.map(({ field, label, before, after }) => (
        <p key={field}>
          <bdi>{label}</bdi>: <bdi>{before || '–'}</bdi> → <bdi>{after || '–'}</bdi>
        </p>
      ))}
      {defaults.length > 0 && (
        <p className={styles.aside}>
          {t('byDefault', { values: defaults.map(({ label, value }) => `${label}: ${value}`).join(' · ') })}
        </p>
      )}
      <Said remarks={warnings} className={styles.aside} />
      {undoReason !== null && <p>{undoReason}</p>}
    </div>
  );
}

function State({ row: { state, outcome, undo } }: { row: ImportRow }) {
  const { t } = useTranslation('import-screens');
  if (undo !== null)
    return <StatusTag tone={undo === 'undone' ? 'draft' : 'overdue'}>{t(`undo.${undo}`)}</StatusTag>;
  return outcome === null ? (
    <StatusTag tone={stateTones[state]}>{t(`state.${state}`)}</StatusTag>
  ) : (
    <StatusTag tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</StatusTag>
  );
}

function useColumns(): ColumnsOf<RowEndpoints> {
  const { t } = useTranslation('import-screens');
  return [
    { title: t('row'), align: 'end', width: 70, sort: 'no', render: ({ id }) => id },
    {
      title: t('name'),
      render: ({ name, record }) =>
        record === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Link to={recordPath(record.kind, record.id)}>
            <bdi>{record.label}</bdi>
          </Link>
        ),
    },
    { title: t('result'), width: 130, render: (row) => <State row={row} /> },
    { title: t('reason'), render: (row) => <Reasons row={row} /> },
  ];
}

/** The rows of an import after its dry run, refused ones by choice, twenty at a time. */
export function ImportRows({ kind, of }: { kind: ImportedKind; of: Import }) {
  const { t } = useTranslation('import-screens');
  const list = useList({ list: kind.endpoints.rows, total: kind.endpoints.rowsTotal }, { id: of.id });
  const columns = useColumns();
  const isRun = of.onlyValid !== null;
  return (
    <ListScreen
      title={t('rows')}
      list={list}
      search={t('search')}
      empty={t('noRows')}
      filters={
        <>
          <FilterChoices
            list={list}
            name="state"
            label={t('stateLabel')}
            options={importRowStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
          {isRun && (
            <FilterChoices
              list={list}
              name="outcome"
              label={t('result')}
              options={importOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
            />
          )}
          <FilterToggle list={list} name="warned" label={t('onlyWarned')} />
        </>
      }
    >
      <DataTable label={t('rows')} list={list} columns={columns} />
    </ListScreen>
  );
}
