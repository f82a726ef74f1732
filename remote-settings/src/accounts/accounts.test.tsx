import { screen, waitFor } from '@testing-library/react';
import { refuseField } from '@daybook/contracts/refusals';
import { ledgerAccounts, type Account } from '@daybook/contracts/settings/accounts/accounts';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import zh from '../locales/zh.json';
import AccountList from './account-list.tsx';
import AddAccount from './add-account.tsx';
import EditAccount from './edit-account.tsx';

const audits: Account = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  version: 3,
  code: '4010',
  name: 'Audit fees',
  type: 'income',
  isSystem: false,
  keptByDocuments: false,
  active: true,
};
const receivable: Account = {
  ...audits,
  id: '018f2b1c-0000-7000-8000-000000000002',
  code: '1100',
  name: 'Receivables',
  type: 'asset',
  isSystem: true,
  keptByDocuments: true,
};
const texts = { settings: en };
const edit = { path: `/edit/${audits.id}`, route: '/edit/:id', texts };

beforeEach(() => sessionStorage.clear());

describe('the chart of accounts', () => {
  it.each([
    ['en', en, 'Chart of accounts'],
    ['zh', zh, '会计科目表'],
    ['fr', fr, 'Plan comptable'],
    ['ja', ja, '勘定科目表'],
  ] as const)(
    'is listed in %s, and only the firm’s own accounts are edited',
    async (language, own, title) => {
      fakeServer(ledgerAccounts, {
        list: () => ({ rows: [receivable, audits], pageSize: 20, next: null, previous: null }),
        total: () => ({ total: 2, isCapped: false }),
      });
      await renderScreen(<AccountList />, { language, texts: { settings: own } });
      expect(await screen.findByRole('link', { name: 'Audit fees' })).toHaveAttribute(
        'href',
        `/app/settings/accounts/edit/${audits.id}`,
      );
      expect(screen.getByText('Receivables')).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Receivables' })).toBeNull();
      expect(screen.getByText(own.account.keptBy.documents)).toBeVisible();
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
    },
  );

  it('takes a new account, and shows that a number is taken', async () => {
    const server = fakeServer(ledgerAccounts, {
      create: ({ input }) => {
        if (input.code === '4000') throw refuseField('ALREADY_EXISTS', 'code');
        return audits;
      },
    });
    const { user, address } = await renderScreen(<AddAccount />, { path: '/new', route: '/new', texts });
    await user.type(screen.getByRole('textbox', { name: 'Number' }), '4000');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Audit fees');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Another record already uses this')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Number' }), '{Backspace}1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/app/settings/accounts'));
    expect(server.requestsTo(ledgerAccounts.create)[1]?.input).toMatchObject({
      code: '4001',
      name: 'Audit fees',
      type: 'income',
    });
  });

  it('shows why an account cannot be deactivated', async () => {
    fakeServer(ledgerAccounts, {
      open: () => audits,
      edit: () => {
        throw refuseField('ACCOUNT_IN_USE', 'active');
      },
    });
    const { user } = await renderScreen(<EditAccount />, edit);
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/A service or an expense category posts to this account/)).toBeVisible();
  });
});
