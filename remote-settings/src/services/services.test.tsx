import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { taxCodes, type TaxCode } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import AddService from './add-service.tsx';
import AddTaxCode from './add-tax-code.tsx';
import EditService from './edit-service.tsx';
import ServiceList from './service-list.tsx';
import TaxCodeList from './tax-code-list.tsx';

const taxCode = { id: '018f2b1c-0000-7000-8000-000000000800', label: 'VAT standard rate (NL)' };
const audit: Service = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 2,
  name: 'Audit',
  department: null,
  sacHsn: null,
  unit: 'HUR',
  price: minor(12_500),
  currency: 'EUR',
  taxCode,
  incomeAccount: null,
  billingRule: null,
  active: true,
};
const code: TaxCode = {
  id: taxCode.id,
  version: 4,
  code: 'NL-S',
  name: taxCode.label,
  regime: 'EU',
  kind: 'VAT',
  category: 'S',
  rates: [
    { validFrom: '2012-10-01', rate: '21.25' },
    { validFrom: '2001-01-01', rate: '19' },
  ],
  rate: '21',
  active: true,
};

const texts = { settings: en };
const page = <Row,>(row: Row) => ({ rows: [row], pageSize: 20, next: null, previous: null });
const total = () => ({ total: 1, isCapped: false });
const pickers = { find: () => [{ ...taxCode, more: {} }] };

beforeEach(() => sessionStorage.clear());

describe('services', () => {
  it.each([
    ['en', en, 'Services', 'Tax codes'],
    ['zh', zh, '服务项目', '税码'],
    ['fr', fr, 'Prestations', 'Codes taxe'],
    ['ja', ja, 'サービス', '税コード'],
  ] as const)('are listed in %s, beside their tax codes', async (language, own, title, taxes) => {
    fakeServer(services, { list: () => page(audit), total });
    await renderScreen(<ServiceList />, { language, texts: { settings: own } });
    expect(await screen.findByRole('link', { name: 'Audit' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(screen.getByRole('link', { name: taxes })).toHaveAttribute(
      'href',
      '/app/settings/services/tax_codes',
    );
  });

  it('are saved with a price once there is a currency', async () => {
    const server = fakeServer(services, { create: () => audit }).also(lookups, pickers);
    const { user, address } = await renderScreen(<AddService />, { path: '/new', route: '/new', texts });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Audit');
    expect(screen.getByRole('textbox', { name: 'Price' })).toBeDisabled();
    await user.click(screen.getByRole('combobox', { name: 'Currency' }));
    await user.paste('EUR');
    await user.click(await screen.findByTitle('EUR – Euro'));
    await user.type(screen.getByRole('textbox', { name: 'Price' }), '125');
    await user.click(screen.getByRole('combobox', { name: 'Tax code' }));
    await user.click(await screen.findByText(taxCode.label));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/app/settings/services'));
    expect(server.requestsTo(services.create)[0]?.input).toMatchObject({
      name: 'Audit',
      unit: 'E48',
      currency: 'EUR',
      price: 12_500,
      taxCodeId: taxCode.id,
    });
  });

  it('are deactivated', async () => {
    const server = fakeServer(services, { open: () => audit, edit: () => audit }).also(lookups, pickers);
    const { user } = await renderScreen(<EditService />, {
      path: `/edit/${audit.id}`,
      route: '/edit/:id',
      texts,
    });
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requestsTo(services.edit)[0]).toMatchObject({
        version: 2,
        input: { active: false, unit: 'HUR', price: 12_500 },
      }),
    );
  });
});

describe('tax codes', () => {
  it('show their rates by date, and accept a new one', async () => {
    const server = fakeServer(taxCodes, { list: () => page(code), total, addRate: () => code });
    const { user } = await renderScreen(<TaxCodeList />, { texts });
    await user.click(await screen.findByRole('button', { name: 'Rates' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText('19 %')).toBeVisible();
    await user.click(drawer.getByRole('button', { name: 'Add the rate' }));
    expect(await drawer.findAllByText('This is required')).toHaveLength(2);
    await user.type(drawer.getByRole('textbox', { name: 'Valid from' }), '2030-01-01');
    await user.type(drawer.getByRole('textbox', { name: 'Rate' }), '22.5');
    await user.click(drawer.getByRole('button', { name: 'Add the rate' }));
    await waitFor(() =>
      expect(server.requestsTo(taxCodes.addRate)[0]).toMatchObject({
        version: 4,
        input: { id: code.id, validFrom: '2030-01-01', rate: '22.5' },
      }),
    );
  });

  it('remove a rate', async () => {
    const server = fakeServer(taxCodes, { list: () => page(code), total, removeRate: () => code });
    const { user } = await renderScreen(<TaxCodeList />, { texts });
    await user.click(await screen.findByRole('button', { name: 'Rates' }));
    await user.click(await screen.findByRole('button', { name: 'Delete 21.25 % from 1 Oct 2012' }));
    expect(await screen.findByText('From that day the earlier rate applies again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requestsTo(taxCodes.removeRate)[0]).toMatchObject({
        version: 4,
        input: { id: code.id, validFrom: '2012-10-01' },
      }),
    );
  });

  it('show on the field that the code is taken', async () => {
    fakeServer(taxCodes, {
      create: () => {
        throw refuseField('ALREADY_EXISTS', 'code');
      },
    });
    const { user } = await renderScreen(<AddTaxCode />, { path: '/new', route: '/new', texts });
    await user.type(screen.getByRole('textbox', { name: 'Code' }), 'NL-S');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'VAT');
    for (const [label, option] of [
      ['Tax regime', 'European Union: VAT'],
      ['Tax', 'VAT'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(await screen.findByTitle(option));
    }
    await user.type(screen.getByRole('textbox', { name: 'Rate' }), '21');
    await user.type(screen.getByRole('textbox', { name: 'Valid from' }), '2012-10-01');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another record already uses this')).toBeVisible();
  });
});
