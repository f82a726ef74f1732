import Checkbox from 'antd/es/checkbox';
import { useTranslation } from 'react-i18next';
import { subscriptions, type SubscriptionRow } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { notify } from '@daybook/shared/notify';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useTypedRead } from '@daybook/shared/read/use-typed-read';
import { LongText } from '@daybook/shared/inputs/long-text';
import { Terms, usualChoice } from '../../package-choice.tsx';
import { PackagePreview } from '../../package-preview.tsx';

export type Step = 'price' | 'change' | 'pause' | 'resume' | 'end' | 'moveEnd' | 'goOn';

interface DialogProps {
  of: SubscriptionRow;
  onClose: () => void;
}

const dialogs = {
  price: PriceDialog,
  change: ChangeDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  end: EndDialog,
  moveEnd: MoveEndDialog,
  goOn: GoOnDialog,
};

/** One step of a subscription. */
export default function SubscriptionDialog({ step, ...rest }: DialogProps & { step: Step }) {
  const Dialog = dialogs[step];
  return <Dialog {...rest} />;
}

/** What every step's dialog has. */
function useStep({ of: { id, version, package: sold }, onClose }: DialogProps, step: Step) {
  const { t } = useTranslation('crm');
  return {
    title: t('subscription.stepOf', { step: t(`subscription.step.${step}`), name: sold.label }),
    consequence: t(`subscription.means.${step}`),
    verb: t(`subscription.verb.${step}`),
    fixed: { id },
    version,
    onSaved: () => {
      notify.success(t('subscription.done'));
      onClose();
    },
    onClose,
  };
}

const PriceField = fieldOf(subscriptions.changePrice);

function PriceDialog(props: DialogProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog endpoint={subscriptions.changePrice} {...useStep(props, 'price')}>
      <PriceField name="from" label={t('subscription.from')} hint={t('subscription.startsOnHint')}>
        <DateInput />
      </PriceField>
      <PriceField name="price" label={t('subscription.newPrice')}>
        <MoneyInput currency={props.of.currency} />
      </PriceField>
      <PriceField name="upliftPct" label={t('subscription.uplift')}>
        <DecimalInput unit="%" />
      </PriceField>
    </FormDialog>
  );
}

const ChangeField = fieldOf(subscriptions.change);

function ChangeDialog(props: DialogProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog
      endpoint={subscriptions.change}
      width={720}
      initial={{ assigneeRule: usualChoice.assigneeRule, assigneeIds: [], discountPct: props.of.discountPct }}
      {...useStep(props, 'change')}
    >
      <ChangeField name="packageId" label={t('subscription.package')}>
        <Lookup kind="package" />
      </ChangeField>
      <ChangeField name="from" label={t('subscription.from')} hint={t('subscription.changeHint')}>
        <DateInput />
      </ChangeField>
      <Changed id={props.of.id} />
    </FormDialog>
  );
}

function Changed({ id }: { id: string }) {
  const preview = useTypedRead(subscriptions.previewChange, () => ({ id }));
  return (
    <>
      <Terms currency={preview.data?.currency ?? ''} />
      <PackagePreview preview={preview} />
    </>
  );
}

const PauseField = fieldOf(subscriptions.pause);

function PauseDialog(props: DialogProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog endpoint={subscriptions.pause} {...useStep(props, 'pause')}>
      <PauseField name="reason" label={t('subscription.reason')}>
        <LongText maxLength={500} rows={[2, 6]} />
      </PauseField>
    </FormDialog>
  );
}

const ResumeField = fieldOf(subscriptions.resume);

function ResumeDialog(props: DialogProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog endpoint={subscriptions.resume} {...useStep(props, 'resume')}>
      <ResumeField name="billsMissed" label={t('subscription.billsMissed')} valueProp="checked">
        <Checkbox>{t('subscription.billsMissedHint')}</Checkbox>
      </ResumeField>
    </FormDialog>
  );
}

const EndField = fieldOf(subscriptions.end);

function EndDialog(props: DialogProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog endpoint={subscriptions.end} isDangerous {...useStep(props, 'end')}>
      <EndField name="on" label={t('subscription.lastDay')}>
        <DateInput />
      </EndField>
    </FormDialog>
  );
}

function MoveEndDialog(props: DialogProps) {
  const { t } = useTranslation('crm');
  return (
    <FormDialog
      endpoint={subscriptions.end}
      initial={{ on: props.of.endedOn }}
      {...useStep(props, 'moveEnd')}
    >
      <EndField name="on" label={t('subscription.lastDay')}>
        <DateInput />
      </EndField>
    </FormDialog>
  );
}

function GoOnDialog(props: DialogProps) {
  const { fixed, ...rest } = useStep(props, 'goOn');
  return (
    <FormDialog endpoint={subscriptions.end} {...rest} fixed={{ ...fixed, on: null }}>
      {null}
    </FormDialog>
  );
}
