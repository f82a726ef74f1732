import { useTranslation } from 'react-i18next';
import type { Reference } from '@daybook/contracts/fields';
import { addDays } from '@daybook/contracts/plain-date';
import { followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { today } from '@daybook/shared/today';

/** Logs a call that nobody answered, to be repeated tomorrow. */
export function useNoAnswer(): (client: Reference) => void {
  const { t } = useTranslation('billing');
  const { save } = useSave(followUps.log);
  const log = async (client: Reference) => {
    try {
      await save({
        id: crypto.randomUUID(),
        clientId: client.id,
        channel: 'call',
        outcome: 'no_answer',
        nextOn: addDays(today(), 1),
      });
      notify.success(t('followUp.noAnswerDone', { client: client.label }), { key: 'no-answer' });
    } catch (error) {
      notify.failure(`${client.label}: ${refusalText(error)}`);
    }
  };
  return (client) => void log(client);
}
