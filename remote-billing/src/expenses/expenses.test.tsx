import { screen, waitFor, within } from '@testing-library/react';
import { expenseCategories } from '@daybook/contracts/billing/expenses/expense-categories';
import { expenses, type Expense } from '@daybook/contracts/billing/expenses/expenses';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import { entity, idOf } from '../test/billing-records.ts';
import { at, audit, enter, expense, lookupRows, open, page, total, travel } from '../test/expense-screen.tsx';
import { carl, voucher } from '../test/staff-records.ts';
import ExpenseList from './expense-list.tsx';

const names = (drawer: Pick<typeof screen, 'getAllByRole'>) =>
  drawer.getAllByRole('button').map((button) => button.textContent?.trim());

const tick = (name: string) =>
  within(screen.getByText(name).closest('tr') as HTMLElement).getByRole('checkbox');

describe('the list of expenses', () => {
  it('totals the rows it finds, and opens one above itself', async () => {
    const found = expense(1);
    fakeServer(expenses, {
      list: () => page([found]),
      total: () => total(24_000, 4_000),
      open: () => found,
    }).also(history, { of: () => ({ events: [], earlier: null }) });
    const { user, address } = await renderScreen(<ExpenseList />, at);
    expect(await screen.findByRole('group', { name: 'Totals of the list' })).toHaveTextContent(
      'Total€240.00Of which tax€40.00',
    );
    await user.click(await screen.findByRole('button', { name: 'Taxi 1' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(address()).toBe(`/app/expenses?expense=${found.id}`);
  });

  it('approves many expenses of others, and names the refused ones', async () => {
    const [good, bad] = [expense(1), expense(2)];
    const own = expense(3, { claimant: { id: someone.id, label: someone.name } });
    const server = fakeServer(expenses, {
      list: () => page([good, bad, own, expense(4, { status: 'draft' })]),
      total: () => total(0, 0),
      approveMany: () => ({
        results: [
          { id: good.id, number: 'EXP/1' },
          { id: bad.id, refused: { code: 'VERSION_CONFLICT', message: 'Changed meanwhile.' } },
        ],
      }),
    });
    const { user } = await renderScreen(<ExpenseList />, at);
    await screen.findByText('Taxi 1');
    expect(tick('Taxi 3')).toBeDisabled();
    expect(tick('Taxi 4')).toBeDisabled();
    await user.click(tick('Taxi 1'));
    await user.click(tick('Taxi 2'));
    await user.click(screen.getByRole('button', { name: 'Approve all 2' }));
    expect(await screen.findByText('One was not approved')).toBeVisible();
    const refused = within(screen.getByRole('dialog'));
    expect(refused.getByText(/Changed meanwhile/)).toHaveTextContent('Taxi 2: Changed meanwhile.');
    expect(server.requestsTo(expenses.approveMany)[0]?.input['expenses']).toEqual([
      { id: good.id, version: 1 },
      { id: bad.id, version: 1 },
    ]);
  });
});

describe('the department of an expense', () => {
  it('is in the list where a person chooses it, and on the record, and filters the list', async () => {
    const found = expense(1, { department: audit });
    const server = fakeServer(expenses, {
      list: () => page([found]),
      total: () => total(0, 0),
      open: () => found,
    })
      .also(history, { of: () => ({ events: [], earlier: null }) })
      .also(lookups, { find: ({ input }) => lookupRows(input) });
    const { user, address } = await renderScreen(<ExpenseList />, {
      ...at,
      path: `${at.path}?columns=department`,
    });
    expect(await screen.findByRole('cell', { name: 'Audit' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Taxi 1' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText('Audit')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Department' }));
    await user.click(await screen.findByRole('combobox', { name: 'Department' }));
    await user.click(await screen.findByText('Audit', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(address()).toContain(`filter[departmentId]=${audit.id}`));
    await waitFor(() =>
      expect(server.requestsTo(expenses.list).at(-1)?.input['filter']).toMatchObject({
        departmentId: audit.id,
      }),
    );
  });
});

describe('expenses that are owed', () => {
  it('are paid to one person together, the selected ones ticked', async () => {
    const approved = { status: 'approved' as const, number: 'EXP/1' };
    const rows = [
      expense(1, approved),
      expense(2, approved),
      expense(3, { ...approved, claimant: { id: idOf(903), label: 'Cora Colleague' } }),
      expense(4),
      expense(5, approved),
    ];
    const server = fakeServer(expenses, { list: () => page(rows), total: () => total(0, 0) }).also(
      staffVouchers,
      { settle: () => voucher({ kind: 'settlement', status: 'posted', number: 'STV/7' }) },
    );
    const { user } = await renderScreen(<ExpenseList />, at);
    await screen.findByText('Taxi 1');
    await user.click(tick('Taxi 1'));
    // Another person's expense, and one that is not approved yet, cannot join.
    expect(tick('Taxi 3')).toBeDisabled();
    expect(tick('Taxi 4')).toBeDisabled();
    await user.click(tick('Taxi 2'));
    await user.click(
      await screen.findByRole('button', { name: 'Pay out 2 expenses to Carl Claims: €240.00' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Total €240.00')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Posted as STV/7.')).toBeVisible();
    expect(server.requestsTo(staffVouchers.settle)[0]?.input).toMatchObject({
      personId: carl.id,
      entityId: entity.id,
      expenseIds: [idOf(1), idOf(2)],
      account: 'bank',
    });
  });
});

describe('an expense above the list', () => {
  it('offers each step to the people who may take it', async () => {
    const mine = { id: someone.id, label: someone.name };
    const cases: [Partial<Expense>, string[], string[]][] = [
      [{ status: 'submitted' }, ['expenses.edit'], ['Approve', 'Reject']],
      [{ status: 'submitted', claimant: mine }, ['expenses.add', 'expenses.edit'], ['Reject', 'Withdraw']],
      [{ status: 'draft', claimant: mine }, ['expenses.add'], ['Submit', 'Edit']],
      [{ status: 'draft' }, ['expenses.add'], []],
      [{ status: 'rejected', rejectionReason: 'Blurred' }, ['expenses.delete'], ['Delete']],
      [{ status: 'approved', number: 'EXP/1' }, ['expenses.edit'], ['Reimburse', 'PDF', 'Reverse']],
      [{ status: 'approved', number: 'EXP/1', paidBy: 'bank' }, ['expenses.edit'], ['PDF', 'Reverse']],
      // Nobody takes the firm’s money for oneself.
      [{ status: 'approved', number: 'EXP/1', claimant: mine }, ['expenses.edit'], ['PDF']],
    ];
    for (const [rest, roles, expected] of cases) {
      const { drawer, unmount } = await open(<ExpenseList />, expense(1, rest), { roles });
      expect(names(drawer).filter(Boolean)).toEqual(expected);
      unmount();
    }
  });

  it('is approved on a date, and shows the consequence for the client', async () => {
    const found = expense(1);
    const { user, drawer, server } = await open(<ExpenseList />, found);
    server.also(expenses, {
      approve: () => ({ ...found, status: 'approved' as const, number: 'EXP/26/0001' }),
    });
    await user.click(drawer.getByRole('button', { name: 'Approve' }));
    const dialog = within(
      (await screen.findByText('Approve Taxi 1: €120.00')).closest('[role="dialog"]') as HTMLElement,
    );
    expect(dialog.getByText(/becomes a pending item of the client/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Approved as EXP/26/0001.')).toBeVisible();
    expect(server.requestsTo(expenses.approve)[0]).toMatchObject({ version: 1 });
  });

  it('shows the reason of its rejection', async () => {
    const { drawer } = await open(
      <ExpenseList />,
      expense(1, { status: 'rejected', rejectionReason: 'Blurred' }),
    );
    expect(drawer.getByText('Blurred')).toBeVisible();
  });
});

const chooseFile = (name: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no file is asked for');
  return { input, file: new File(['%PDF-1.4'], name, { type: 'application/pdf' }) };
};

describe('a new expense', () => {
  it('has the currency of the only billing entity, and its file', async () => {
    const { user, server, dialog } = await enter(<ExpenseList />);
    const saved = expense(5, { status: 'draft' });
    server
      .also(expenses, {
        upload: () => ({ id: idOf(950), label: 'receipt.pdf', type: 'application/pdf' as const, size: 8 }),
        create: () => saved,
        open: () => saved,
      })
      .also(history, { of: () => ({ events: [], earlier: null }) });
    expect(await dialog.findByText(entity.label)).toBeVisible();
    const { input, file } = chooseFile('receipt.pdf');
    await user.upload(input, file);
    expect(await dialog.findByText('receipt.pdf')).toBeVisible();
    expect(server.requestsTo(expenses.upload)[0]?.input).toEqual({ name: 'receipt.pdf' });
    await user.click(dialog.getByRole('combobox', { name: 'Category' }));
    await user.click((await screen.findAllByText('Travel')).at(-1) as HTMLElement);
    await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Taxi');
    await user.click(dialog.getByRole('combobox', { name: 'Department' }));
    await user.click((await screen.findAllByText('Audit')).at(-1) as HTMLElement);
    await user.type(dialog.getByRole('textbox', { name: 'Amount paid' }), '120');
    await user.type(dialog.getByRole('textbox', { name: 'Tax included' }), '20');
    await user.click(dialog.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(server.requestsTo(expenses.create)).toHaveLength(1));
    expect(server.requestsTo(expenses.create)[0]?.input).toMatchObject({
      entityId: entity.id,
      departmentId: audit.id,
      categoryId: travel.id,
      gross: 12_000,
      taxAmount: 2_000,
      attachmentId: idOf(950),
      paidBy: 'person',
    });
  });

  it('refuses a file that is neither a photo nor a PDF, and names the accepted types', async () => {
    const { user, server, dialog } = await enter(<ExpenseList />);
    server.also(expenses, {
      upload: () => {
        throw refuseField('FILE_PHOTO_OR_PDF', 'attachmentId');
      },
    });
    const { input, file } = chooseFile('page.pdf');
    await user.upload(input, file);
    expect(
      await dialog.findByText('Only photos (JPEG, PNG, WebP, HEIC) and PDF are accepted here.'),
    ).toBeVisible();
  });
});

describe('expense categories', () => {
  it('are edited beside the list by people who may edit expenses', async () => {
    const category = {
      id: travel.id,
      version: 2,
      name: 'Travel',
      account: { id: idOf(960), label: '5410 Travel' },
      active: true,
    };
    fakeServer(expenses, { list: () => page([]), total: () => total(0, 0) }).also(expenseCategories, {
      list: () => ({ rows: [category], pageSize: 100, next: null, previous: null }),
      remove: () => {
        throw new Refusal('REFERENCED');
      },
    });
    const { user } = await renderScreen(<ExpenseList />, at);
    await user.click((await screen.findAllByRole('button', { name: 'Categories' }))[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Delete category Travel' }));
    const question = within(
      (await screen.findByText(/Only a category without expenses/)).closest('[role="dialog"]') as HTMLElement,
    );
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await question.findByText('Other records use this one, so it cannot be deleted.')).toBeVisible();
  });

  it('are hidden from people who only add expenses', async () => {
    fakeServer(expenses, { list: () => page([]), total: () => total(0, 0) });
    await renderScreen(<ExpenseList />, { ...at, me: { roles: ['expenses.add'] } });
    await screen.findAllByRole('button', { name: 'New expense' });
    expect(screen.queryByRole('button', { name: 'Categories' })).not.toBeInTheDocument();
  });
});
