import { useTranslation } from 'react-i18next';
import { DateText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { today } from '@daybook/shared/today';

/** The date of the next action, with the word "overdue" after that day. */
export function NextAction({ on }: { on: string | null }) {
  const { t } = useTranslation('crm');
  if (on === null) return <span aria-hidden="true">–</span>;
  return (
    <>
      <DateText date={on} /> {on < today() && <StatusTag tone="overdue">{t('enquiry.overdue')}</StatusTag>}
    </>
  );
}
