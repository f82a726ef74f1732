import { screen, waitFor } from '@testing-library/react';
import { enquiryForm, type EnquiryFormSetting } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import { lookups, type LookupKind } from '@daybook/contracts/lookups';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import EnquiryForm from './enquiry-form.tsx';
import { texts as every } from '../test/texts.ts';

const { en: texts } = every;

const idOf = (n: number) => `018f2b1c-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [entity, person, other] = [
  { id: idOf(1), label: 'Paris office' },
  { id: idOf(2), label: 'Rose' },
  { id: idOf(3), label: 'Max' },
];
const off: EnquiryFormSetting = {
  version: 1,
  active: false,
  entity: null,
  services: [],
  consent: { en: 'You may answer me.', zh: null, fr: null, ja: null },
  origins: [],
  ownerRule: 'fixed',
  owner: person,
  owners: [],
};
const found: Partial<Record<LookupKind, { id: string; label: string }[]>> = {
  billing_entity: [entity],
  person: [person, other],
};
const serve = (save: () => EnquiryFormSetting) =>
  fakeServer(enquiryForm, { open: () => off, save }).also(lookups, {
    find: ({ input }) => (found[input.kind] ?? []).map((row) => ({ ...row, more: {} })),
  });

const at = {
  texts: { settings: texts },
  path: '/app/settings/enquiry_form',
  route: '/app/settings/enquiry_form',
};

// Drafts of the form.
beforeEach(() => sessionStorage.clear());

it('the enquiry form is switched on with a firm, people in turn and allowed websites', async () => {
  const api = serve(() => ({ ...off, version: 2 }));
  const { user } = await renderScreen(<EnquiryForm />, at);
  await user.click(await screen.findByRole('switch', { name: 'Switched on' }));
  const pick = async (box: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: box }));
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
  };
  await pick('Firm', 'Paris office');
  await pick('Assigned to', 'Several people in turn');
  await pick('In turn', 'Max');
  await user.type(screen.getByRole('combobox', { name: 'Allowed websites' }), 'https://www.example.com,');
  expect(screen.getByText(/^<iframe src=".*\/enquire"/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(enquiryForm.save)).toHaveLength(1));
  expect(api.requestsTo(enquiryForm.save)[0]).toMatchObject({
    version: 1,
    input: {
      active: true,
      entityId: entity.id,
      serviceIds: [],
      consent: { en: 'You may answer me.' },
      origins: ['https://www.example.com'],
      ownerRule: 'round_robin',
      ownerId: person.id,
      ownerIds: [other.id],
    },
  });
});

it('what the enquiry form lacks, and a website that is none, is said at its field', async () => {
  const api = serve(() => {
    throw refuseField('INPUT_INVALID', 'entityId', {}, 'REQUIRED');
  });
  const { user } = await renderScreen(<EnquiryForm />, at);
  const origins = await screen.findByRole('combobox', { name: 'Allowed websites' });
  await user.type(origins, 'example.com/page,');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Enter an address such as/)).toBeVisible();
  expect(api.requestsTo(enquiryForm.save)).toEqual([]);
  await user.click(origins);
  // antd takes nothing away by this key for a moment after something was typed.
  await waitFor(async () => {
    await user.keyboard('{Backspace}');
    expect(screen.queryByText('example.com/page')).not.toBeInTheDocument();
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This is required')).toBeVisible();
});

it('the enquiry form names what was chosen before it is looked up, so that nothing moves when the names come', async () => {
  const services = ['Bookkeeping', 'Payroll'].map((label, at) => ({ id: idOf(10 + at), label }));
  const setting = {
    ...off,
    entity,
    services,
    owner: person,
    ownerRule: 'round_robin' as const,
    owners: [other],
  };
  fakeServer(enquiryForm, { open: () => setting, save: () => setting }).also(lookups, {
    find: () => {
      throw new Refusal('UNAVAILABLE');
    },
  });
  await renderScreen(<EnquiryForm />, at);
  for (const name of ['Paris office', 'Bookkeeping', 'Payroll', 'Rose', 'Max'])
    expect(await screen.findByTitle(name)).toBeVisible();
});
