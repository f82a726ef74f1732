import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '@daybook/contracts/endpoint';
import {
  holidayCalendars,
  type HolidayCalendar,
  type ReadHoliday,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { download, upload } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { DateText } from '@daybook/shared/record/date-text';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { saveFile } from '@daybook/shared/record/save-file';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useSave } from '@daybook/shared/form/use-save';
import styles from './calendars.module.css';

interface Looked {
  file: string;
  read: OutputOf<typeof holidayCalendars.readFile>;
}

/** Imports days from an iCalendar file after a preview, and exports the whole calendar as one. */
export function CalendarFiles({ calendar }: { calendar: HolidayCalendar }) {
  const { t } = useTranslation('settings');
  const input = useRef<HTMLInputElement>(null);
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isWorking, setWorking] = useState(false);
  const { id } = calendar;
  const attempt = async (work: () => Promise<void>) => {
    setWorking(true);
    try {
      await work();
    } catch (error) {
      notify.failure(refusalText(error));
    } finally {
      setWorking(false);
    }
  };
  const look = (file: File) =>
    attempt(async () =>
      setLooked({ file: file.name, read: await upload(holidayCalendars.readFile, { id }, file) }),
    );
  const save = () => attempt(async () => saveFile(await download(holidayCalendars.file, { id })));
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        hidden
        aria-label={t('calendar.import')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void look(file);
        }}
      />
      <Button loading={isWorking} onClick={() => input.current?.click()}>
        {t('calendar.import')}
      </Button>
      {calendar.years.length > 0 && <Button onClick={() => void save()}>{t('calendar.download')}</Button>}
      {looked !== null && <ImportDialog calendar={calendar} {...looked} onClose={() => setLooked(null)} />}
    </>
  );
}

const tones: Record<ReadHoliday['outcome'], Tone> = { new: 'done', present: 'draft', past: 'waiting' };

function ImportDialog({
  calendar: { id, version },
  file,
  read: { days, left },
  onClose,
}: Looked & { calendar: HolidayCalendar; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(holidayCalendars.bring);
  const [withPast, setWithPast] = useState(false);
  const chosen = days.filter(({ outcome }) => outcome === 'new' || (withPast && outcome === 'past'));
  return (
    <ConfirmDialog
      question={t('calendar.importTitle', { file })}
      consequence={
        <Checkbox checked={withPast} onChange={(event) => setWithPast(event.target.checked)}>
          {t('calendar.withPast')}
        </Checkbox>
      }
      verb={t('calendar.bring', { count: chosen.length })}
      isDangerous={false}
      isReady={chosen.length > 0}
      run={async () => {
        const { added } = await save({ id, days: chosen.map(({ day, name }) => ({ day, name })) }, version);
        notify.success(t('calendar.brought', { count: added }));
      }}
      onClose={onClose}
    >
      {left.length > 0 && (
        <Alert type="warning" showIcon title={t('calendar.left', { names: left.slice(0, 5).join(', ') })} />
      )}
      <div className={styles.found}>
        <table className={styles.days}>
          <tbody>
            {days.map(({ day, name, outcome }) => (
              <tr key={day}>
                <td>
                  <DateText date={day} />
                </td>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>
                  <StatusTag tone={tones[outcome]}>{t(`calendar.outcome.${outcome}`)}</StatusTag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ConfirmDialog>
  );
}
