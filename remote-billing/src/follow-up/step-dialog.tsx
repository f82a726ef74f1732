import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Reference } from '@daybook/contracts/fields';
import type { FollowUp, FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { receiptForClientAddress } from '../common/addresses.ts';
import { steppingAside } from '../common/step-aside.ts';
import { DisputeDialog } from './dispute-dialog.tsx';
import { EndDisputeDialog } from './end-dispute-dialog.tsx';
import { FollowUpDialog } from './follow-up-dialog.tsx';
import { HandOnDialog } from './hand-on-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { PromiseDialog } from './promise-dialog.tsx';
import type { Step, StepProps } from './steps.ts';
import { WithBasis } from './with-basis.tsx';

interface StepDialogProps extends StepProps {
  step: Step;
  client: Reference;
  corrects?: FollowUp | undefined;
}

const dialogs = {
  promise: PromiseDialog,
  dispute: DisputeDialog,
  end_dispute: EndDisputeDialog,
  pause: PauseDialog,
  hand_on: HandOnDialog,
};

/** The dialog of a step in the follow-up of a client. */
export default function StepDialog({ step, client, corrects, onDone, onClose }: StepDialogProps) {
  const [led, setLed] = useState<{ to: 'paid' | 'dispute'; saved: FollowUpBasis } | null>(null);
  if (led?.to === 'paid') return <ReceiptQuestion client={client} onClose={onDone} />;
  if (led?.to === 'dispute')
    return (
      <DisputeDialog
        basis={led.saved}
        reason={led.saved.lastFollowUp?.note ?? null}
        onDone={onDone}
        onClose={onDone}
      />
    );
  return (
    <WithBasis clientId={client.id} title={client.label} onClose={onClose}>
      {(basis) => {
        if (step === 'log')
          return (
            <FollowUpDialog
              basis={basis}
              corrects={corrects}
              onDone={onDone}
              onLed={(to, saved) => setLed({ to, saved })}
              onClose={onClose}
            />
          );
        const Dialog = dialogs[step];
        return <Dialog basis={basis} onDone={onDone} onClose={onClose} />;
      }}
    </WithBasis>
  );
}

/** Proposes the form of a receipt for money that a client says it has paid. */
function ReceiptQuestion({ client, onClose }: { client: Reference; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      question={t('followUp.receiptQuestion', { client: client.label })}
      consequence={t('followUp.receiptMeans')}
      verb={t('receipt.new')}
      isDangerous={false}
      run={async () => navigate(receiptForClientAddress(client.id), steppingAside)}
      onClose={onClose}
    />
  );
}
