import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  documentTemplates,
  usualLook,
  type DocumentTemplate,
} from '@daybook/contracts/settings/billing-entities/document-templates';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import more from '../locales/later/en.json';
import EditTemplate from './edit-template.tsx';

const id = '018f2b1c-0000-7000-8000-000000000001';
const template: DocumentTemplate = {
  version: 3,
  entity: { id, label: 'Paris office' },
  docLocale: 'fr',
  ...usualLook,
  hiddenColumns: [],
  hasSignature: false,
};

beforeEach(() => {
  URL.createObjectURL = () => 'blob:sample';
  URL.revokeObjectURL = () => undefined;
});

async function show() {
  const api = fakeServer(documentTemplates, {
    open: () => template,
    preview: () => new Blob(['%PDF-1.7']),
    save: () => ({ ...template, version: 4 }),
  });
  const page = await renderScreen(<EditTemplate />, {
    texts: { settings: { ...en, ...more } },
    path: `/app/settings/billing_entity/template/${id}`,
    route: '/app/settings/billing_entity/template/:id',
  });
  await screen.findByTitle('Sample');
  return { ...page, api };
}

it('the sample beside the form follows what is typed, in the language of the documents first', async () => {
  const { user, api } = await show();
  expect(api.requestsTo(documentTemplates.preview)[0]?.input).toMatchObject({
    id,
    language: 'fr',
    accent: '#1d4f80',
  });
  await user.type(screen.getByLabelText('Français'), 'Merci');
  fireEvent.input(screen.getByLabelText('Colour'), { target: { value: '#14532d' } });
  await waitFor(() =>
    expect(api.requestsTo(documentTemplates.preview).at(-1)?.input).toMatchObject({
      accent: '#14532d',
      footers: { fr: 'Merci' },
    }),
  );
  expect(api.requestsTo(documentTemplates.save)).toEqual([]);
});

it('the template is saved at the version that was read, with the signature that was chosen', async () => {
  const { user, api } = await show();
  const file = new File([new Uint8Array([0x89, 0x50])], 'signature.png', { type: 'image/png' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement, file);
  expect(await screen.findByRole('button', { name: 'Remove the signature' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(documentTemplates.save)).toHaveLength(1));
  expect(api.requestsTo(documentTemplates.save)[0]).toMatchObject({
    version: 3,
    input: { id, logoPlace: 'start', signature: 'iVA=' },
  });
});
