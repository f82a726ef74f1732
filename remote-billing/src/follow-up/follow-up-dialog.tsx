import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import {
  followUpChannels,
  followUpOutcomes,
  followUps,
  needsNote,
  type FollowUp,
  type FollowUpBasis,
} from '@daybook/contracts/receivables/follow-up/follow-ups';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { LongText } from '@daybook/shared/inputs/long-text';
import { currenciesOf, PromiseTerms, proposedTerms } from './promise-terms.tsx';
import { Reach } from './reach.tsx';
import { Standing } from './standing.tsx';
import type { StepProps } from './steps.ts';

const Field = fieldOf(followUps.log);

type Outcome = FollowUp['outcome'];

/** The proposed number of days until the next action; a promise is watched without one. */
const nextIn: Record<Outcome, number | null> = {
  no_answer: 1,
  promised: null,
  paid: 3,
  dispute: 7,
  wrong_person: 1,
  other: 7,
};

const nextOn = (today: string, outcome: Outcome): string | null => {
  const days = nextIn[outcome];
  return days === null ? null : addDays(today, days);
};

const isDisputable = ({ invoices }: FollowUpBasis): boolean =>
  invoices.some(({ disputeId }) => disputeId === null);

/** Who is to be called: the first contact with a number, and after a wrong person the next one. */
function nextReached({ contacts, lastFollowUp }: FollowUpBasis) {
  const callable = contacts.filter(({ phone }) => phone !== null);
  const wrong =
    lastFollowUp?.outcome === 'wrong_person'
      ? callable.findIndex(({ name }) => name === lastFollowUp.person)
      : -1;
  return callable[wrong + 1] ?? callable[0];
}

interface FollowUpDialogProps extends StepProps {
  basis: FollowUpBasis;
  /** The follow-up that this one corrects. */
  corrects?: FollowUp | undefined;
  /** Receives an outcome that has a record of its own, which is still to be entered. */
  onLed: (to: 'paid' | 'dispute', saved: FollowUpBasis) => void;
}

/** Logs a contact with a client. */
export function FollowUpDialog({ basis, corrects, onDone, onLed, onClose }: FollowUpDialogProps) {
  const { t } = useTranslation('billing');
  const { client, contacts, today } = basis;
  const [outcome, setOutcome] = useState<Outcome>(corrects?.outcome ?? 'no_answer');
  const [currency, setCurrency] = useState(() => currenciesOf(basis)[0] ?? '');
  const mayReceive = useMay('receipts.add');
  const reached = contacts.find(({ name }) => name === corrects?.person) ?? nextReached(basis);
  const outcomes = followUpOutcomes.filter((value) => value !== 'promised' || currency !== '');
  return (
    <FormDialog
      title={t(corrects ? 'followUp.correctOf' : 'followUp.logOf', { client: client.label })}
      endpoint={followUps.log}
      initial={
        {
          outcome,
          note: corrects?.note,
          nextOn: corrects ? basis.nextOn : nextOn(today, outcome),
          channel: corrects?.channel ?? 'call',
          contactId: reached?.id,
          promise: proposedTerms(basis, currency),
        } as Partial<InputOf<typeof followUps.log>>
      }
      fixed={{
        clientId: client.id,
        ...(outcome !== 'promised' && { promise: null }),
        ...(corrects && { correctsId: corrects.id }),
      }}
      verb={t('followUp.log')}
      width={560}
      onSaved={(saved) => {
        notify.success(t('followUp.logDone', { client: client.label }));
        if (outcome === 'paid' && mayReceive) onLed('paid', saved);
        else if (outcome === 'dispute' && !corrects && isDisputable(saved)) onLed('dispute', saved);
        else onDone();
      }}
      onClose={onClose}
    >
      <Standing basis={basis} />
      <Reach basis={basis} />
      <OutcomeField outcomes={outcomes} onPick={setOutcome} today={today} />
      {outcome === 'promised' && (
        <PromiseTerms within="promise" basis={basis} currency={currency} setCurrency={setCurrency} />
      )}
      <Field name="note" label={t('followUp.note')} isRequired={needsNote(outcome)}>
        <LongText rows={[2, 8]} maxLength={2000} />
      </Field>
      <Field name="nextOn" label={t('followUp.nextOn')}>
        <DateInput />
      </Field>
      <Field name="channel" label={t('followUp.channelLabel')}>
        <Select
          options={followUpChannels.map((value) => ({ value, label: t(`followUp.channel.${value}`) }))}
        />
      </Field>
      {contacts.length > 0 && (
        <Field name="contactId" label={t('followUp.person')}>
          <ClearableSelect options={contacts.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
    </FormDialog>
  );
}

interface OutcomeFieldProps {
  outcomes: readonly Outcome[];
  onPick: (outcome: Outcome) => void;
  today: string;
}

/** The outcome comes first, because the rest of the form depends on it. It proposes the next action until somebody enters one. */
function OutcomeField({ outcomes, onPick, today }: OutcomeFieldProps) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const pick = (outcome: Outcome) => {
    onPick(outcome);
    // A value set by `setFieldValue` would count as entered, and the next outcome would propose nothing.
    if (!form.isFieldTouched('nextOn'))
      form.setFields([{ name: 'nextOn', value: nextOn(today, outcome), touched: false }]);
  };
  return (
    <Field name="outcome" label={t('followUp.outcomeLabel')}>
      <Radio.Group
        optionType="button"
        options={outcomes.map((value) => ({ value, label: t(`followUp.outcome.${value}`) }))}
        onChange={({ target }) => pick(target.value as Outcome)}
      />
    </Field>
  );
}
