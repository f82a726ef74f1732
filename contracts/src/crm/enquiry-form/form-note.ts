import { z } from 'zod';
import { LanguageCode } from '../../fields.ts';
import { Note } from '../../notes.ts';

/** What came with a message of the enquiry form, as the visitor entered it. */
export const FormNote = z.object({
  /** Of the page on which it was written. */
  language: LanguageCode,
  name: z.string(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The names of the chosen services. */
  services: z.array(z.string()),
  /** The text that the visitor agreed to. */
  consent: z.string().nullable(),
});
export type FormNote = z.infer<typeof FormNote>;

/** A note on an enquiry. What the form wrote has `form` and no author. */
export const EnquiryNote = Note.extend({ form: FormNote.nullable() });
export type EnquiryNote = z.infer<typeof EnquiryNote>;
