import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import {
  importOutcomes,
  importRowStates,
  type ImportRemark,
  type ImportRow,
} from '@daybook/contracts/imports/imports';
import type { ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoices, FilterToggle } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { clientAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import type { Import } from './check-dialog.tsx';
import { outcomeTones, stateTones } from './import-tones.ts';

const endpoints = { list: clientImports.rows, total: clientImports.rowsTotal };

const Said = ({ remarks, className }: { remarks: readonly ImportRemark[]; className?: string | undefined }) =>
  remarks.map(({ field, code, label, message }) => (
    <p key={`${field} ${code} ${message}`} className={className}>
      {label !== null && <bdi>{label}: </bdi>}
      <bdi>{message}</bdi>
    </p>
  ));

/** Why a row is refused, what it changes, and what to look at. */
function Reasons({ row: { faults, changes, warnings, undoReason } }: { row: ImportRow }) {
  return (
    <div className={styles.list}>
      <Said remarks={faults} />
      {changes.map(({ field, label, before, after }) => (
        <p key={field}>
          <bdi>{label}</bdi>: <bdi>{before || '–'}</bdi> → <bdi>{after || '–'}</bdi>
        </p>
      ))}
      <Said remarks={warnings} className={styles.aside} />
      {undoReason !== null && <p>{undoReason}</p>}
    </div>
  );
}

function State({ row: { state, outcome, undo } }: { row: ImportRow }) {
  const { t } = useTranslation('crm');
  if (undo !== null)
    return <StatusTag tone={undo === 'undone' ? 'draft' : 'overdue'}>{t(`import.undo.${undo}`)}</StatusTag>;
  return outcome === null ? (
    <StatusTag tone={stateTones[state]}>{t(`import.state.${state}`)}</StatusTag>
  ) : (
    <StatusTag tone={outcomeTones[outcome]}>{t(`import.outcome.${outcome}`)}</StatusTag>
  );
}

function useColumns(): ColumnsOf<typeof endpoints> {
  const { t } = useTranslation('crm');
  return [
    { title: t('import.row'), align: 'end', width: 70, sort: 'no', render: ({ id }) => id },
    {
      title: t('client.name'),
      render: ({ name, record }) =>
        record === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Link to={clientAddress(record.id)}>
            <bdi>{record.label}</bdi>
          </Link>
        ),
    },
    { title: t('import.result'), width: 130, render: (row) => <State row={row} /> },
    { title: t('import.reason'), render: (row) => <Reasons row={row} /> },
  ];
}

/** The rows of an import after its dry run, refused ones by choice, twenty at a time. */
export function ImportRows({ of }: { of: Import }) {
  const { t } = useTranslation('crm');
  const list = useList(endpoints, { id: of.id });
  const columns = useColumns();
  const isRun = of.onlyValid !== null;
  return (
    <ListScreen
      title={t('import.rows')}
      list={list}
      search={t('import.search')}
      empty={t('import.noRows')}
      filters={
        <>
          <FilterChoices
            list={list}
            name="state"
            label={t('import.stateLabel')}
            options={importRowStates.map((value) => ({ value, label: t(`import.state.${value}`) }))}
          />
          {isRun && (
            <FilterChoices
              list={list}
              name="outcome"
              label={t('import.result')}
              options={importOutcomes.map((value) => ({ value, label: t(`import.outcome.${value}`) }))}
            />
          )}
          <FilterToggle list={list} name="warned" label={t('import.onlyWarned')} />
        </>
      }
    >
      <DataTable label={t('import.rows')} list={list} columns={columns} />
    </ListScreen>
  );
}
