import { useTranslation } from 'react-i18next';
import { enquiries, type Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { useMay } from '@daybook/shared/session';
import { Notes } from '@daybook/shared/record/notes';
import { useSave } from '@daybook/shared/form/use-save';
import { FormFacts } from '../form-facts.tsx';

export function EnquiryNotes({ enquiry: { id, notes, erasedAt } }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  const { save } = useSave(enquiries.addNote);
  const mayAdd = useMay('enquiries.add', 'enquiries.edit', 'enquiries.update_status') && erasedAt === null;
  const shown = notes.map(({ form, ...note }) =>
    form === null ? note : { ...note, by: t('formNote.author'), beside: <FormFacts form={form} /> },
  );
  return <Notes notes={shown} add={mayAdd ? (body) => save({ id, body }) : undefined} />;
}
