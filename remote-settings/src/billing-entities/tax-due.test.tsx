import { screen, waitFor, within } from '@testing-library/react';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { mumbaiOffice } from '../test/mumbai-office.ts';
import AddEntity from './add-entity.tsx';
import EditEntity from './edit-entity.tsx';

const texts = { settings: en };
const atEdit = { path: `/edit/${mumbaiOffice.id}`, route: '/edit/:id', texts };
const numberPreview = () => ({ numbers: ['INV/25-26/0001'] });
const open = () => mumbaiOffice;

type User = Awaited<ReturnType<typeof renderScreen>>['user'];

/** Finds a field by label: computing the roles of some sixty fields takes jsdom seconds. */
const field = (label: string, box: HTMLElement = document.body) =>
  within(box).getByLabelText(label, { selector: 'input, textarea' });

async function addChange(user: User, day: string) {
  await user.click(await screen.findByRole('button', { name: en.taxDue.add }));
  const change = screen.getByRole('group', { name: 'Change 1' });
  await user.type(field(en.taxDue.from, change), `${day}{Tab}`);
}

beforeEach(() => sessionStorage.clear());

// docs/rules.md#tax-due-by-payment
describe('when the tax of a billing entity falls due', () => {
  it('is proposed by the country of a new one', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, { path: '/new', route: '/new', texts });
    expect(await screen.findByTitle(en.taxDue.invoice)).toBeVisible();
    await user.click(field('Country'));
    await user.paste('France');
    await user.click(await screen.findByTitle('France', {}, { timeout: 3000 }));
    expect(await screen.findByTitle(en.taxDue.payment)).toBeVisible();
  });

  it('changes from a day on, with a warning where the law of the regime knows no tax by payment', async () => {
    const server = fakeServer(billingEntities, { numberPreview, open, edit: () => mumbaiOffice });
    const { user } = await renderScreen(<EditEntity />, atEdit);
    expect(screen.queryByText(en.taxDue.unusual)).toBeNull();
    await addChange(user, '2026-07-01');
    expect(await screen.findByText(en.taxDue.unusual)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requestsTo(billingEntities.edit)).toHaveLength(1));
    expect(server.requestsTo(billingEntities.edit)[0]?.input).toMatchObject({
      taxDue: 'invoice',
      taxDueChanges: [{ from: '2026-07-01', due: 'payment' }],
    });
  });

  it('shows on the day why it cannot be earlier', async () => {
    fakeServer(billingEntities, {
      numberPreview,
      open,
      edit: () => {
        throw new Refusal(
          'INPUT_INVALID',
          {},
          { 'taxDueChanges.0.from': [{ code: 'DATE_TOO_EARLY', params: { earliest: '2026-08-01' } }] },
        );
      },
    });
    const { user } = await renderScreen(<EditEntity />, atEdit);
    await addChange(user, '2026-07-01');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const change = screen.getByRole('group', { name: 'Change 1' });
    expect(await within(change).findByText(/^Not before .*2026/)).toBeVisible();
  });
});
