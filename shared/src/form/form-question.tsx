import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm.tsx';

export interface FormQuestion {
  /** Names what happens: "Set up 52 recurring tasks?" */
  question: string;
  /** Explains the consequence: "52 × ₹6,500, 3 without a price". */
  consequence: ReactNode;
}

export interface Asked extends FormQuestion {
  answer: (isYes: boolean) => void;
}

/** A question before saving a form that creates or moves many things at once. */
export default function FormQuestionDialog({ asked, verb }: { asked: Asked; verb: string | undefined }) {
  const { t } = useTranslation('shared');
  const { question, consequence, answer } = asked;
  return (
    <ConfirmDialog
      question={question}
      consequence={consequence}
      verb={verb ?? t('form.save')}
      isDangerous={false}
      run={async () => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
