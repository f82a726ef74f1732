import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { lookups } from '@daybook/contracts/lookups';
import {
  editScopes,
  recurringTasks,
  type RecurringTask,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { dateText } from '@daybook/shared/record/date-text';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { seriesAddress } from './addresses.ts';
import { CategoryChoice, ClientChoice, TermFields } from './series-fields.tsx';
import { termsOfCategory, type SeriesValues } from './series-fill.ts';
import { TermsPreview, useSeriesPreview } from './series-preview.tsx';
import styles from './recurring.module.css';

const Field = fieldOf(recurringTasks.edit);

/** What a subscription keeps of its series. */
const keptOf = ({ client, title, rule, startsOn, ends, endsOn, endsAfter, catchUp }: RecurringTask) => ({
  clientId: client.id,
  title,
  rule,
  startsOn,
  ends,
  endsOn,
  endsAfter,
  catchUp,
});

/** The form values of a series. */
const valuesOf = (series: RecurringTask) => ({
  ...keptOf(series),
  categoryId: series.category.id,
  categoryVersion: series.categoryVersion,
  zone: series.zone,
  assigneeRule: series.assigneeRule,
  assigneeIds: series.assignees.map(({ id }) => id),
  reviewerId: series.reviewer?.id ?? null,
  reviewRequired: series.reviewRequired,
  targetDays: series.targetDays,
  priority: series.priority,
  estimateMin: series.estimateMin,
  serviceId: series.service?.id ?? null,
  billable: series.billable,
  billingRule: series.billingRule,
  // Left out for people who may not see money. The server then keeps the fee.
  ...(series.fee !== undefined && { fee: series.fee }),
  billingEntityId: series.billingEntity?.id ?? null,
  description: series.description,
  checklist: series.checklist,
});

/** The terms of a series. If it has run, the form also asks what the change applies to. */
export default function EditTerms({ series }: { series: RecurringTask }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const { id, version, title, client, hasRun, successor, subscription } = series;
  const isKept = subscription !== null;
  return (
    <FormScreen
      title={t('series.edit', { title, client: client.label })}
      endpoint={recurringTasks.edit}
      initial={{
        ...valuesOf(series),
        apply: successor !== null || (isKept && hasRun) ? 'not_started' : 'following',
      }}
      fixed={isKept ? { id, ...keptOf(series) } : { id }}
      version={version}
      valuesOf={valuesOf}
      backTo={seriesAddress(id)}
      // Changed terms continue as a new series.
      onSaved={(saved) => void navigate(seriesAddress(saved.id))}
    >
      {series.isBehindCategory && <TakeOver series={series} />}
      {hasRun && <Reach series={series} />}
      <CategoryChoice />
      <ClientChoice isFixed={hasRun || isKept} />
      <Terms series={series} />
    </FormScreen>
  );
}

function Terms({ series: { id, hasRun, subscription } }: { series: RecurringTask }) {
  const { t } = useTranslation('tasks');
  const { data } = useRead(recurringTasks.upcoming, hasRun ? { id } : null);
  const preview = useSeriesPreview(data?.next[0]?.nominal);
  return (
    <TermFields
      hasRun={hasRun}
      days={
        subscription === null ? null : (
          <Alert
            className={styles.wide ?? ''}
            type="info"
            showIcon
            title={t('series:ofPackage', { name: subscription.label })}
          />
        )
      }
      preview={<TermsPreview preview={preview} />}
    />
  );
}

/** Which tasks a change applies to, shown before it is saved. */
function Reach({ series: { id, notStarted, successor, subscription } }: { series: RecurringTask }) {
  const { t } = useTranslation('tasks');
  const apply = Form.useWatch<string | undefined>('apply') ?? 'following';
  const from = Form.useWatch<string | null | undefined>('from') ?? null;
  const { data } = useRead(recurringTasks.upcoming, { id });
  const days = [...(data?.missed ?? []), ...(data?.next ?? [])];
  const first = from ?? data?.next[0]?.nominal ?? data?.missed[0]?.nominal;
  const means =
    apply === 'not_started'
      ? t('series.reach.meansNotStarted', { count: notStarted })
      : t('series.reach.meansFollowing', { date: first === undefined ? '–' : dateText(first) });
  return (
    <FormGroup title={t('series.reach.title')} explanation={means}>
      <Field name="apply" label={t('series.reach.label')}>
        <Radio.Group
          className={styles.choices ?? ''}
          options={editScopes.map((value) => ({
            value,
            label: t(`series.reach.${value}`),
            disabled: value === 'following' && (successor !== null || subscription !== null),
          }))}
        />
      </Field>
      {apply === 'following' && (
        <Field name="from" label={t('series.reach.from')}>
          <ClearableSelect<string>
            placeholder={t('series.reach.next')}
            options={days.map(({ nominal, title }) => ({
              value: nominal,
              label: `${dateText(nominal)} · ${title}`,
            }))}
          />
        </Field>
      )}
    </FormGroup>
  );
}

/** The category has changed since the series copied its terms; a button copies them again. */
function TakeOver({ series: { category, currency } }: { series: RecurringTask }) {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<SeriesValues>();
  const { data } = useRead(lookups.find, { kind: 'recurring_task_category', id: category.id });
  const [row] = data ?? [];
  const take = () => {
    if (row !== undefined) form.setFieldsValue(termsOfCategory(row, currency));
  };
  return (
    <Alert
      className={styles.wide ?? ''}
      type="info"
      showIcon
      title={t('series.behindCategory', { category: category.label })}
      description={t('series.takeOverMeans')}
      action={
        <Button disabled={row === undefined} onClick={take}>
          {t('series.takeOver')}
        </Button>
      }
    />
  );
}
