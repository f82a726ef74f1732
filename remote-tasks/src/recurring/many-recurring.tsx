import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InputOf } from '@daybook/contracts/endpoint';
import {
  recurringTaskBatches,
  type BatchClient,
  type BatchResult,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { countText } from '@daybook/shared/record/count-text';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { LinkButton } from '@daybook/shared/record/link-button';
import { RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { BillingRuleField } from '../common/billing-fields.tsx';
import { listAddress, seriesAddress } from './addresses.ts';
import { ManyClients } from './many-clients.tsx';
import { ManyTerms } from './many-terms.tsx';
import { CategoryChoice, TermFields } from './series-fields.tsx';
import { blankTerms, fillOfMany } from './series-fill.ts';
import styles from './many-at-once.module.css';

type Values = Record<string, unknown>;

const made = (results: readonly BatchResult[]): number =>
  results.filter(({ seriesId }) => seriesId !== null).length;

/** Sets up the series of a category for many clients: the terms once, and then the outcome for each client. */
export default function ManyRecurring() {
  const { t } = useTranslation('tasks');
  const [results, setResults] = useState<readonly BatchResult[] | null>(null);
  const [found, setFound] = useState<readonly BatchClient[]>([]);
  if (results !== null) return <Results results={results} onAgain={() => setResults(null)} />;
  const initial: Partial<InputOf<typeof recurringTaskBatches.create>> = {
    ...blankTerms(),
    clientIds: [],
    fees: [],
    create: [],
  };
  return (
    <FormScreen
      title={t('many.title')}
      endpoint={recurringTaskBatches.create}
      initial={initial}
      verb={t('many.verb')}
      sent={ofChosen}
      question={(values) => questionOf(values, found, t)}
      backTo={listAddress}
      done={(saved) => t('many.done', { count: made(saved.results), shown: countText(made(saved.results)) })}
      onSaved={(saved) => setResults(saved.results)}
    >
      <CategoryChoice fillOf={fillOfMany} />
      <ManyClients onFound={setFound} />
      <TermFields billing={<Billable />} />
    </FormScreen>
  );
}

const questionOf = (
  values: Values,
  found: readonly BatchClient[],
  t: ReturnType<typeof useTranslation<'tasks'>>['t'],
) => {
  const { length: count } = values['clientIds'] as string[];
  return {
    question: t('many.question', { count, shown: countText(count) }),
    consequence: <ManyTerms found={found} values={values} />,
  };
};

/** Drops the fees of clients that are no longer chosen. */
const ofChosen = (values: Values): Values => {
  const { clientIds = [], fees = [] } = values as Partial<InputOf<typeof recurringTaskBatches.create>>;
  return { ...values, fees: fees.filter(({ clientId }) => clientIds.includes(clientId)) };
};

const Field = fieldOf(recurringTaskBatches.create);

function Billable() {
  const { t } = useTranslation('tasks');
  const isBillable = Form.useWatch<boolean | undefined>('billable') ?? false;
  return (
    <>
      <Field
        name="billable"
        label={t('field.billable')}
        hint={t('many.billableHint')}
        valueProp="checked"
        isWide
      >
        <Switch />
      </Field>
      <BillingRuleField isBillable={isBillable} />
    </>
  );
}

interface ResultsProps {
  results: readonly BatchResult[];
  onAgain: () => void;
}

function Results({ results, onAgain }: ResultsProps) {
  const { t } = useTranslation('tasks');
  const count = made(results);
  const refused = results.filter(({ seriesId }) => seriesId === null);
  return (
    <RecordScreen
      title={t('many.done', { count, shown: countText(count) })}
      actions={
        <>
          <Button onClick={onAgain}>{t('many.again')}</Button>
          <LinkButton type="primary" to={listAddress}>
            {t('series.list')}
          </LinkButton>
        </>
      }
    >
      {refused.length > 0 && (
        <RecordSection title={t('many.refused', { count: refused.length })}>
          <ul className={styles.rows} aria-label={t('many.refused', { count: refused.length })}>
            {refused.map(({ client, refused: why }) => (
              <li key={client.id} className={`${styles.row} ${styles.line}`}>
                <bdi className={styles.name}>{client.label || t('many.unknown')}</bdi>
                <span>{why?.code === 'PRICE_MISSING' ? t('many.noPrice') : why?.message}</span>
              </li>
            ))}
          </ul>
        </RecordSection>
      )}
      {count > 0 && (
        <RecordSection title={t('many.made')}>
          <ul className={styles.rows} aria-label={t('many.made')}>
            {results.map(
              ({ client, seriesId }) =>
                seriesId !== null && (
                  <li key={client.id} className={styles.row}>
                    <Link to={seriesAddress(seriesId)}>
                      <bdi>{client.label}</bdi>
                    </Link>
                  </li>
                ),
            )}
          </ul>
        </RecordSection>
      )}
    </RecordScreen>
  );
}
