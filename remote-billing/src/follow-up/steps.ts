/** What can be done with the follow-up of a client, each in a dialog of its own. */
export type Step = 'log' | 'promise' | 'dispute' | 'end_dispute' | 'pause' | 'hand_on';

export interface StepProps {
  /** After the step is saved. */
  onDone: () => void;
  onClose: () => void;
}
