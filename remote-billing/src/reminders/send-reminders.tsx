import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import type { InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { worklist, worklistTabs } from '@daybook/contracts/receivables/follow-up/worklist';
import { reminders, type ReminderPreview } from '@daybook/contracts/receivables/reminders/reminders';
import { download } from '@daybook/shared/call';
import { ExportButton } from '@daybook/shared/list/export-button';
import { useSave } from '@daybook/shared/form/use-save';
import type { Column } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice } from '@daybook/shared/list/filters';
import { onePage } from '@daybook/shared/list/one-page';
import { useFound, type FilterOf, type List } from '@daybook/shared/list/use-list';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { RefusedAddresses } from '@daybook/shared/record/refused-addresses';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { today } from '@daybook/shared/today';
import { ClientLink } from '../common/client-link.tsx';
import { useBackTo } from '../common/step-aside.ts';
import { WorklistFilters } from '../common/worklist-filters.tsx';
import { ReminderSection, ReminderText } from './reminder-text.tsx';
import styles from './reminders.module.css';

type Preview = OutputOf<typeof reminders.preview>;
type Row = ReminderPreview & { id: string };

const rowsOf = ({ rows }: Preview): Row[] =>
  rows.map((row) => ({ ...row, id: `${row.client.id} ${row.entity.id}` }));

/**
 * What the clients of the address would be sent now, and the button that sends it: those chosen, or those who owe something and
 * meet the filter, which is shown.
 */
export default function SendReminders() {
  const { t } = useTranslation('billing');
  const [params] = useSearchParams();
  const clientIds = params.getAll('clientId');
  const isChosen = clientIds.length > 0;
  const list = useFound(worklist, {}, { today: today() });
  const { q, filter } = list.found;
  const asked = isChosen ? { clientIds } : { q, filter };
  const read = useRead(reminders.preview, asked);
  return (
    <RecordScreen title={t('reminding.title')} summary={t('reminding.means')}>
      {!isChosen && <Filters list={list} />}
      {params.has('wider') && <Alert type="warning" showIcon title={t('reminding.wider')} />}
      <ReadView of={read} shape="list">
        {(preview) => (
          <Chosen
            key={JSON.stringify(asked)}
            preview={preview}
            isChosen={isChosen}
            exported={isChosen ? { filter: { clientId: clientIds } } : { q, filter }}
          />
        )}
      </ReadView>
    </RecordScreen>
  );
}

type Found = Pick<List<never, FilterOf<typeof worklist>>, 'q' | 'setQ' | 'filter' | 'setFilter'>;

/** What the clients have in common, as the worklist or the report that led here named it. */
function Filters({ list }: { list: Found }) {
  const { t } = useTranslation('billing');
  return (
    <div className={styles.filters}>
      <Input.Search
        key={list.q}
        allowClear
        className={styles.search ?? ''}
        aria-label={t('followUp.search')}
        placeholder={t('followUp.search')}
        defaultValue={list.q}
        onSearch={list.setQ}
      />
      <WorklistFilters list={list}>
        <FilterChoice
          list={list}
          name="tab"
          label={t('followUp.tabs')}
          options={worklistTabs.map((value) => ({ value, label: t(`followUp.tab.${value}`) }))}
        />
      </WorklistFilters>
    </div>
  );
}

interface ChosenProps {
  preview: Preview;
  /** The clients were chosen one by one. */
  isChosen: boolean;
  /** Whose preview the file has. */
  exported: Omit<InputOf<typeof reminders.exportPreview>, 'format'>;
}

/** Sends in the background. The job shows what came of it; after a single mail the person goes on where they came from. */
function useSend() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { save, isSaving } = useSave(reminders.start);
  const isAside = useBackTo('') === -1;
  const send = async (chosen: readonly Row[]) => {
    try {
      const { id } = await save({
        items: chosen.map(({ client, entity }) => ({ clientId: client.id, entityId: entity.id })),
      });
      const [one, ...others] = chosen;
      if (isAside && one?.channel === 'mail' && others.length === 0) {
        notify.success(t('reminding.begun', { client: one.client.label }));
        void navigate(-1);
      } else void navigate(recordPath('job', id));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return { send, isSaving };
}

function Chosen({ preview, isChosen, exported }: ChosenProps) {
  const { t } = useTranslation('billing');
  const { send, isSaving } = useSend();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isOnlyDue, setOnlyDue] = useState(false);
  const [shown, setShown] = useState<Row | null>(null);
  const rows = rowsOf(preview);
  const due = rows.filter(({ level }) => level !== null);
  const chosen = due.filter(({ id }) => !left.has(id));
  const [only, ...further] = due;
  const columns = useColumns(setShown);
  if (rows.length === 0) return <p>{t('reminding.none')}</p>;
  return (
    <>
      {!preview.canMail && <Alert type="warning" title={t('reminding.noMail')} />}
      <RefusedAddresses of={due.flatMap(({ sentTo, copiedTo }) => [...sentTo, ...copiedTo])} />
      {preview.isMore && <Alert type="info" title={t('reminding.more', { count: rows.length })} />}
      <p>
        <Button
          type="primary"
          loading={isSaving}
          disabled={chosen.length === 0}
          onClick={() => void send(chosen)}
        >
          {t('reminding.send', { count: chosen.length })}
        </Button>{' '}
        <Checkbox checked={isOnlyDue} onChange={({ target }) => setOnlyDue(target.checked)}>
          {t('reminding.onlyDue')}
        </Checkbox>{' '}
        <ExportButton
          exportAs={async (format, steps) =>
            download(reminders.exportPreview, { format, ...exported }, steps)
          }
        />
      </p>
      <DataTable
        label={t('reminding.title')}
        list={onePage(isOnlyDue ? due : rows)}
        columns={columns}
        selection={{
          keys: chosen.map(({ id }) => id),
          onChange: (keys) => setLeft(new Set(due.map(({ id }) => id).filter((id) => !keys.includes(id)))),
          isDisabled: ({ level }) => level === null,
        }}
      />
      {isChosen && only !== undefined && further.length === 0 && <ReminderSection of={only} />}
      {shown !== null && <ReminderText of={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function useColumns(show: (row: Row) => void): readonly Column<Row, never>[] {
  const { t } = useTranslation('billing');
  return [
    { title: t('field.client'), isHeading: true, render: ({ client }) => <ClientLink client={client} /> },
    { title: t('field.entity'), render: ({ entity }) => <bdi>{entity.label}</bdi> },
    {
      title: t('reminding.what'),
      render: ({ level, channel, why }) =>
        level === null || channel === null ? (
          <span>{why !== null && t(`reminding.why.${why}`)}</span>
        ) : (
          <>
            <bdi>{level.name}</bdi> <StatusTag tone="info">{t(`reminding.channel.${channel}`)}</StatusTag>
          </>
        ),
    },
    {
      title: t('reminding.asked'),
      align: 'end',
      render: ({ totals }) =>
        totals.map(({ currency, amount }) => (
          <div key={currency}>
            <Amount minor={amount} currency={currency} />
          </div>
        )),
    },
    // Recipients may be many: they are what a narrow window hides first.
    {
      title: t('reminding.to'),
      render: ({ sentTo, copiedTo }) => <bdi>{[...sentTo, ...copiedTo].join(', ')}</bdi>,
    },
    {
      title: t('reminding.read'),
      isActions: true,
      render: (row) =>
        row.level !== null && (
          <Button
            size="small"
            aria-label={`${t('reminding.read')}: ${t('reminding.readOf', { client: row.client.label })}`}
            onClick={() => show(row)}
          >
            {t('reminding.read')}
          </Button>
        ),
    },
  ];
}
