import { documentTemplates } from '@daybook/contracts/settings/billing-entities/document-templates';
import { sendPdf } from '../../billing/documents/send-pdf.ts';
import { implement } from '../../http/implement.ts';
import { getTemplate } from './document-templates.queries.ts';
import { previewTemplate } from './preview-template.ts';
import { saveTemplate } from './save-template.ts';

export const documentTemplatesRoutes = implement(
  'document_templates',
  documentTemplates,
)({
  open: ({ db, input }) => getTemplate(db, input.id),
  save: ({ db, input, version }) => saveTemplate(db, input, version),
  preview: async ({ db, input, reply }) => sendPdf(reply, 'sample', await previewTemplate(db, input)),
});
