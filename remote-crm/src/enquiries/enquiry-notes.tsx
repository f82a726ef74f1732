import { enquiries, type Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { useMay } from '@daybook/shared/session';
import { Notes } from '@daybook/shared/record/notes';
import { useSave } from '@daybook/shared/form/use-save';

export function EnquiryNotes({ enquiry: { id, notes } }: { enquiry: Enquiry }) {
  const { save } = useSave(enquiries.addNote);
  const mayAdd = useMay('enquiries.add', 'enquiries.edit', 'enquiries.update_status');
  return <Notes notes={notes} add={mayAdd ? (body) => save({ id, body }) : undefined} />;
}
