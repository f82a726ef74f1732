import { screen, waitFor, within } from '@testing-library/react';
import { Refusal } from '@daybook/contracts/refusals';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import { mumbaiOffice as entity } from '../test/mumbai-office.ts';
import AddEntity from './add-entity.tsx';
import EditEntity from './edit-entity.tsx';
import EntityList from './entity-list.tsx';

const texts = { settings: en };
const atNew = { path: '/new', route: '/new', texts };
const atEdit = { path: `/edit/${entity.id}`, route: '/edit/:id', texts };
const numberPreview = ({ input }: { input: { prefix: string } }) => ({
  numbers: [`${input.prefix}/25-26/0001`],
});

beforeEach(() => sessionStorage.clear());

type User = Awaited<ReturnType<typeof renderScreen>>['user'];

/** Finds a field by label: computing the roles of some sixty fields takes jsdom seconds. */
const field = (label: string, box: HTMLElement = document.body) =>
  within(box).getByLabelText(label, { selector: 'input, textarea' });

async function fill(user: User, label: string, text: string) {
  await user.click(field(label));
  await user.paste(text);
}

async function pick(user: User, label: string, option: string) {
  await user.click(field(label));
  await user.paste(option);
  await user.click(await screen.findByTitle(option, {}, { timeout: 3000 }));
}

const button = (name: string) => screen.getByText(name, { selector: 'button span' });

const list = () => ({ rows: [entity], pageSize: 20, next: null, previous: null });
const open = () => entity;

describe('the list of billing entities', () => {
  it.each([
    ['en', en, 'Billing entities', 'India'],
    ['zh', zh, '开票主体', '印度'],
    ['fr', fr, 'Entités de facturation', 'Inde'],
    ['ja', ja, '請求元', 'インド'],
  ] as const)('is shown in %s', async (language, own, title, country) => {
    fakeServer(billingEntities, { list, total: () => ({ total: 1, isCapped: false }) });
    await renderScreen(<EntityList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: 'Mumbai office' })).toHaveAttribute(
      'href',
      `/app/settings/billing_entity/edit/${entity.id}`,
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(screen.getByText(country)).toBeVisible();
  });

  it('offers only the permitted actions', async () => {
    fakeServer(billingEntities, { list, total: () => ({ total: 1, isCapped: false }) });
    await renderScreen(<EntityList />, { texts, me: { roles: ['billing_entity.delete'] } });
    expect(await screen.findByText('Mumbai office')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Mumbai office' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New billing entity' })).toBeNull();
  });
});

describe('a new billing entity', () => {
  it('presets the usual values of its country', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, atNew);
    await pick(user, 'Country', 'India');
    const identity = screen.getByRole('region', { name: 'Identity' });
    expect(within(identity).getByText(/^INR/)).toBeVisible();
    expect(within(identity).getByText('1 April')).toBeVisible();
    expect(within(identity).getByText('Asia/Kolkata')).toBeVisible();
    expect(screen.getByText('India: GST')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'State' })).toBeVisible();
  });

  it('begins with the country of the browser, and with what is usual there', async () => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-IN']);
    fakeServer(billingEntities, { numberPreview });
    await renderScreen(<AddEntity />, atNew);
    const identity = screen.getByRole('region', { name: 'Identity' });
    expect(within(identity).getByText('India')).toBeVisible();
    expect(within(identity).getByText(/^INR/)).toBeVisible();
    expect(screen.getByText('India: GST')).toBeVisible();
    jest.restoreAllMocks();
  });

  it('opens what is folded once it has an error', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, atNew);
    expect(screen.getByText('Payment terms (days)')).not.toBeVisible();
    await user.click(button('Save'));
    expect(await screen.findByText('Payment terms (days)')).toBeVisible();
  });

  it('is saved with its registrations, and opens for its logo', async () => {
    const server = fakeServer(billingEntities, { numberPreview, create: () => entity });
    const { user, address } = await renderScreen(<AddEntity />, atNew);
    await fill(user, 'Name', 'Mumbai office');
    await user.tab();
    expect(field('Legal name')).toHaveValue('Mumbai office');
    await user.clear(field('Legal name'));
    await fill(user, 'Legal name', 'Daybook LLP');
    await pick(user, 'Country', 'India');
    await fill(user, 'Street and number', 'MG Road 1');
    await pick(user, 'State', 'Maharashtra');
    // India has chosen the kind.
    await fill(user, 'Number', '27AAPFU0939F1ZO');
    expect(await screen.findByText(/^The check digit does not match/)).toBeVisible();
    await user.click(button('Save'));
    expect(await screen.findByText('This tax number is not valid')).toBeVisible();
    expect(server.requestsTo(billingEntities.create)).toEqual([]);

    await user.type(field('Number'), '{Backspace}V');
    expect(await screen.findByText('The number is valid: Maharashtra, PAN AAPFU0939F.')).toBeVisible();
    await user.click(button('Save'));
    await waitFor(() => expect(address()).toBe(`/app/settings/billing_entity/edit/${entity.id}`));
    const [request] = server.requestsTo(billingEntities.create);
    expect(request?.input).toMatchObject({
      name: 'Mumbai office',
      legalName: 'Daybook LLP',
      baseCurrency: 'INR',
      address: { line1: 'MG Road 1', regionCode: 'IN-MH' },
      registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }],
    });
    expect(request?.input['numberFormats']).toHaveLength(10);
  });

  it('asks for the number of a registered firm, and for none once the firm is not registered', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, atNew);
    await pick(user, 'Country', 'India');
    expect(screen.getByText('GSTIN (India)')).toBeVisible();
    await pick(user, 'Country', 'France');
    expect(screen.queryByText('GSTIN (India)')).toBeNull();
    expect(field('Number')).toHaveValue('');
    await pick(user, 'Tax status', 'Not registered');
    expect(screen.queryByLabelText('Number')).toBeNull();
    await pick(user, 'Tax status', 'Registered');
    expect(field('Number')).toBeVisible();
  });

  it('asks for the numbers that banks of the country have', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, atNew);
    await pick(user, 'Country', 'India');
    await user.click(button('Add a bank account'));
    expect(field('IFSC')).toBeVisible();
    expect(screen.queryByLabelText('IBAN')).toBeNull();
    await pick(user, 'Country', 'France');
    expect(field('IBAN')).toBeVisible();
    expect(screen.queryByLabelText('IFSC')).toBeNull();
  });

  it('shows a sample beside each format, or the error', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, atNew);
    await pick(user, 'Country', 'India');
    await user.click(screen.getByText('Numbering, rounding and terms'));
    const invoice = within(screen.getByRole('group', { name: 'Invoice' }));
    expect(await invoice.findByText('INV/25-26/0001')).toBeVisible();
    const prefix = invoice.getByRole('textbox', { name: 'Prefix' });
    await user.clear(prefix);
    await user.paste('MUM');
    expect(await invoice.findByText('MUM/25-26/0001')).toBeVisible();
    await user.paste('BAI-OFF');
    expect(await invoice.findByText('Numbers in this format exceed the legal length')).toBeVisible();
  });

  it('shows a warning for two kinds of document with the same numbers', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, atNew);
    await user.click(screen.getByText('Numbering, rounding and terms'));
    const bill = within(screen.getByRole('group', { name: 'Bill of supply' }));
    const prefix = bill.getByRole('textbox', { name: 'Prefix' });
    await user.clear(prefix);
    await user.paste('INV');
    expect(await bill.findByText('Would share numbers with: Invoice')).toBeVisible();
    await user.paste('2');
    await waitFor(() => expect(bill.queryByText(/^Would share numbers/)).toBeNull());
  });

  it('shows a warning for numbers that differ only in the name of the year, where a calendar year has one', async () => {
    const numberFormats = entity.numberFormats.map((format) =>
      format.docKind === 'bill_of_supply'
        ? { ...format, prefix: 'INV', format: '{PFX}/{FY:25}/{SEQ:4}' }
        : format,
    );
    const open = () => ({ ...entity, fyStart: '01-01', numberFormats });
    fakeServer(billingEntities, { open, numberPreview });
    await renderScreen(<EditEntity />, atEdit);
    expect(await screen.findByText('Would share numbers with: Invoice')).toBeVisible();
  });

  it('adds and removes bank accounts', async () => {
    fakeServer(billingEntities, { numberPreview });
    const { user } = await renderScreen(<AddEntity />, atNew);
    await pick(user, 'Country', 'Germany');
    const add = button('Add a bank account');
    await user.click(add);
    await user.click(add);
    const second = screen.getByRole('group', { name: 'Bank account 2' });
    await user.type(within(second).getByRole('textbox', { name: 'IBAN' }), 'DE89370400440532013000');
    await user.click(screen.getByRole('button', { name: 'Remove Bank account 1' }));
    expect(screen.queryByRole('group', { name: 'Bank account 2' })).toBeNull();
    expect(field('IBAN')).toHaveValue('DE89370400440532013000');
  });
});

const firstNumber = async (kind: string) =>
  within(await screen.findByRole('group', { name: kind })).getByRole('spinbutton', {
    name: 'First number this year',
  });

describe('editing a billing entity', () => {
  it('keeps the first number of a number series in use', async () => {
    fakeServer(billingEntities, { numberPreview, open });
    await renderScreen(<EditEntity />, atEdit);
    expect(await firstNumber('Invoice')).toBeDisabled();
    expect(await firstNumber('Receipt')).toBeEnabled();
  });

  it('shows on its field why the base currency cannot be changed', async () => {
    const server = fakeServer(billingEntities, {
      numberPreview,
      open,
      edit: () => {
        throw new Refusal('BASE_CURRENCY_FROZEN', {}, { baseCurrency: [{ code: 'BASE_CURRENCY_FROZEN' }] });
      },
    });
    const { user } = await renderScreen(<EditEntity />, atEdit);
    await screen.findByRole('heading', { name: 'Edit Mumbai office' });
    await pick(user, 'Base currency', 'EUR – Euro');
    await user.click(button('Save'));
    expect(
      await screen.findByText('The base currency cannot change once amounts are recorded in it.'),
    ).toBeVisible();
    expect(server.requestsTo(billingEntities.edit)[0]).toMatchObject({
      version: 3,
      input: { baseCurrency: 'EUR', registrations: entity.registrations },
    });
  });

  it('shows a warning where tax is rounded line by line in Japan', async () => {
    fakeServer(billingEntities, {
      open: () => ({ ...entity, country: 'JP', roundingMode: 'line' as const }),
      numberPreview,
    });
    await renderScreen(<EditEntity />, atEdit);
    expect(await screen.findByText(/^A qualified invoice in Japan rounds its tax once/)).toBeVisible();
  });

  it('asks for the first day of a changed rounding', async () => {
    const server = fakeServer(billingEntities, { numberPreview, open, edit: () => entity });
    const { user } = await renderScreen(<EditEntity />, atEdit);
    await screen.findByRole('heading', { name: 'Edit Mumbai office' });
    expect(screen.queryByLabelText('Rounding applies from')).toBeNull();
    await pick(user, 'Fractions of the smallest unit', en.roundingDir.floor);
    await user.type(await screen.findByLabelText('Rounding applies from'), '2026-12-01{Tab}');
    await user.click(button('Save'));
    await waitFor(() => expect(server.requestsTo(billingEntities.edit)).toHaveLength(1));
    expect(server.requestsTo(billingEntities.edit)[0]?.input).toMatchObject({
      roundingDir: 'floor',
      roundingFrom: '2026-12-01',
    });
  });

  it('saves a logo at once, and refuses other kinds of file', async () => {
    const server = fakeServer(billingEntities, { numberPreview, open, putLogo: () => ({ hasLogo: true }) });
    const { user, container } = await renderScreen(<EditEntity />, atEdit);
    await screen.findByText('Choose a picture');
    const choose = async (file: File) => {
      const input = container.querySelector<HTMLInputElement>('input[type=file]');
      if (input === null) throw new Error('nowhere to choose a file');
      // The accept attribute does not apply to a file that is dropped.
      input.accept = '';
      await user.upload(input, file);
    };
    await choose(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByText('Only PNG and JPEG pictures')).toBeVisible();
    await choose(new File(['abc'], 'logo.png', { type: 'image/png' }));
    await waitFor(() =>
      expect(server.requestsTo(billingEntities.putLogo)[0]?.input).toMatchObject({ image: 'YWJj' }),
    );
    expect(screen.queryByText('Only PNG and JPEG pictures')).toBeNull();
  });

  it('shows why a billing entity with drafts cannot be deactivated', async () => {
    fakeServer(billingEntities, {
      numberPreview,
      open,
      deactivate: () => {
        throw new Refusal('ENTITY_HAS_DRAFTS');
      },
    });
    const { user } = await renderScreen(<EditEntity />, atEdit);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Mumbai office?' });
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await within(dialog).findByText(/still has drafts/)).toBeVisible();
  });
});
