import Form from 'antd/es/form';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import {
  mostClients,
  recurringTaskBatches,
  type BatchClient,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { mostMissed } from '@daybook/contracts/recurrence/series';
import { call } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { countText } from '@daybook/shared/record/count-text';
import { dateText } from '@daybook/shared/record/date-text';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { SeriesMissed } from '@daybook/shared/series/series-missed';
import { useTypedRead } from '@daybook/shared/read/use-typed-read';
import { tried } from '../common/tried.ts';
import { ClientFinder, type Wanted } from './client-finder.tsx';
import { ClientsChoice } from './clients-choice.tsx';
import styles from './many-at-once.module.css';

type Preview = InputOf<typeof recurringTaskBatches.preview>;
type Values = Partial<InputOf<typeof recurringTaskBatches.create>>;
const Field = fieldOf(recurringTaskBatches.create);
const { preview } = recurringTaskBatches;

/** Clients who are inactive or already have this series are listed, but not ticked automatically. */
const isFree = ({ isActive, present }: BatchClient): boolean => isActive && present === null;

/** The clients of the new series, added one by one or in groups, each with a preview of its tasks. */
export function ManyClients({ onFound }: { onFound: (found: readonly BatchClient[]) => void }) {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const chosen = Form.useWatch<string[] | undefined>('clientIds') ?? [];
  const [shownIds, setShown] = useState<readonly string[]>(
    () => (form.getFieldValue('clientIds') as string[]) ?? [],
  );
  const { data, error } = useTypedRead(preview, () => ({ clientIds: [...shownIds] }));
  const clients = useMemo(() => (shownIds.length === 0 ? [] : (data?.clients ?? [])), [shownIds, data]);
  useEffect(() => onFound(clients), [onFound, clients]);
  const add = async (wanted: Wanted) => {
    const input = { ...termsOf(form.getFieldsValue(true) as Values), ...wanted };
    const found = await call(preview, input);
    const more = found.clients.filter(({ client }) => !shownIds.includes(client.id));
    const fitting = more.slice(0, mostClients - shownIds.length);
    if (found.areMore || fitting.length < more.length)
      notify.failure(t('many.areMore', { shown: countText(mostClients) }));
    else if (more.length === 0) notify.failure(t('many.nobodyNew'));
    setShown([...shownIds, ...fitting.map(({ client }) => client.id)]);
    form.setFieldsValue({ clientIds: [...chosen, ...fitting.filter(isFree).map(({ client }) => client.id)] });
  };
  const clear = () => {
    setShown([]);
    form.setFieldsValue({ clientIds: [], fees: [], create: [] });
  };
  return (
    <>
      <FormGroup title={t('many.clients')} explanation={t('many.clientsMeans')}>
        <div className={styles.whole}>
          <ClientFinder isReady={data !== undefined} onFind={async (wanted) => tried(() => add(wanted))} />
          {error !== null && <ErrorBox error={error} />}
        </div>
        <Field name="clientIds" label={t('many.chosenClients')} isWide>
          <ClientsChoice clients={clients} onClear={clear} />
        </Field>
      </FormGroup>
      <PastDays clients={clients.filter(({ client }) => chosen.includes(client.id))} />
    </>
  );
}

/** The terms that the preview needs in addition to the clients. */
function termsOf({ categoryId, serviceId, rule, startsOn, ends, endsOn, endsAfter }: Values): Preview {
  return { categoryId, serviceId, rule, startsOn, ends, endsOn, endsAfter } as Preview;
}

/** Past days of any of the clients. A client whose own day is still to come gets its task on that day. */
function PastDays({ clients }: { clients: readonly BatchClient[] }) {
  const { t } = useTranslation('tasks');
  const days = [...new Set(clients.flatMap(({ missed }) => missed))].toSorted((a, b) => (a < b ? -1 : 1));
  if (days.length === 0) return null;
  const listed = days.slice(-mostMissed).map((nominal) => ({ nominal }));
  return (
    <FormGroup title={t('series.past')} explanation={t('many.pastMeans')}>
      <Field name="create" label={t('series.makeNow')} isWide>
        <SeriesMissed
          of={{ missed: listed, missedBefore: days.length - listed.length }}
          textOf={({ nominal }) => dateText(nominal)}
        />
      </Field>
    </FormGroup>
  );
}
