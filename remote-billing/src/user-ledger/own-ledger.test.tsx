import { screen, waitFor, within } from '@testing-library/react';
import { staffVouchers, type StaffVoucher } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { ownLedger } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { entity } from '../test/billing-records.ts';
import { balance, cora, ledger, page, voucher } from '../test/staff-records.ts';
import OwnLedgerScreen from './own-ledger-screen.tsx';

const path = '/app/reports/user_ledger/own';
const me = { id: someone.id, label: someone.name };
const mine = balance({ person: me });

/** Nobody here has a permission: one's own ledger needs none. */
const at = (query = '') => ({
  path: `${path}${query}`,
  route: path,
  texts: { billing: texts },
  me: { roles: [], userType: 'executive' as const },
});

const serve = (waiting: readonly StaffVoucher[] = [], balances = [mine]) =>
  fakeServer(ownLedger, { balances: () => balances, lines: () => ledger({ person: me }) })
    .also(staffVouchers, {
      list: ({ input }) => page(input.filter.forMe === true ? waiting : [voucher({ person: me })]),
      total: () => ({ total: 1, isCapped: false }),
    })
    .also(lookups, {
      find: ({ input }) => (input.kind === 'person' ? [{ ...cora, more: {} }] : [{ ...entity, more: {} }]),
    });

describe('one’s own ledger', () => {
  it('shows what firm and person owe each other, without any permission', async () => {
    serve();
    await renderScreen(<OwnLedgerScreen />, at());
    const lines = within(await screen.findByRole('table', { name: /Asha Rao/ }));
    // Whoever may not read receipts sees the number and no link.
    expect(lines.getByText('RC/26/0007')).toBeVisible();
    expect(lines.queryByRole('link', { name: 'RC/26/0007' })).not.toBeInTheDocument();
    expect(lines.getByRole('link', { name: 'STV/26/0001' })).toBeVisible();
    expect(screen.queryByText('Waiting for your confirmation')).not.toBeInTheDocument();
  });

  it('says that there is nothing yet, and offers no cash that is not held', async () => {
    serve([], []);
    await renderScreen(<OwnLedgerScreen />, at());
    expect(await screen.findByText('Nothing has been posted until this date.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Hand over cash' })).not.toBeInTheDocument();
  });

  it('offers cash to the bank, keeps it when there is too little, and sends it again', async () => {
    const server = serve();
    let isRefused = true;
    server.also(staffVouchers, {
      handOver: () => {
        if (isRefused) throw refuseField('NOT_ENOUGH_HELD', 'amount');
        return voucher({ person: me, receiver: null, account: 'bank' });
      },
    });
    const { user } = await renderScreen(<OwnLedgerScreen />, at());
    await user.click(await screen.findByRole('button', { name: 'Hand over cash' }));
    const dialog = within(await screen.findByRole('dialog'));
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await user.type(amount, '21');
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Bag 4');
    await user.click(dialog.getByRole('button', { name: 'Offer' }));
    await waitFor(() => expect(amount).toHaveAttribute('aria-invalid', 'true'));
    expect(amount).toHaveValue('21.00');
    expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Bag 4');
    isRefused = false;
    await user.clear(amount);
    await user.type(amount, '20');
    await user.click(dialog.getByRole('button', { name: 'Offer' }));
    expect(await screen.findByText(/^Offered\./)).toBeVisible();
    expect(server.requestsTo(staffVouchers.handOver).at(-1)?.input).toMatchObject({
      personId: me.id,
      entityId: entity.id,
      currency: 'EUR',
      amount: 20_00,
      receiverId: null,
      note: 'Bag 4',
    });
  });
});

describe('cash that others hand over', () => {
  const offer = voucher({ receiver: me, steps: ['confirm'] });

  it('waits here until it is confirmed', async () => {
    let waiting = [offer];
    const server = serve().also(staffVouchers, {
      list: ({ input }) => page(input.filter.forMe === true ? waiting : []),
      confirm: () => {
        waiting = [];
        return { ...offer, status: 'posted' as const, number: 'STV/5', steps: [] };
      },
    });
    const { user } = await renderScreen(<OwnLedgerScreen />, at());
    await user.click(await screen.findByRole('button', { name: 'Confirm €10.00 from Carl Claims' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/You have received the cash/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Confirmed as STV/5.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Waiting for your confirmation')).not.toBeInTheDocument());
    expect(server.requestsTo(staffVouchers.confirm)).toHaveLength(1);
    expect(server.requestsTo(staffVouchers.confirm)[0]).toMatchObject({ version: 3 });
  });

  it('stays, with the reason, when the cash has gone elsewhere', async () => {
    const server = serve([offer]).also(staffVouchers, {
      confirm: () => {
        throw new Refusal('STATE_NOT_ALLOWED', { from: 'withdrawn', to: 'posted' });
      },
    });
    const { user } = await renderScreen(<OwnLedgerScreen />, at());
    await user.click(await screen.findByRole('button', { name: 'Confirm €10.00 from Carl Claims' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(server.requestsTo(staffVouchers.confirm)).toHaveLength(1);
  });
});

describe('one’s own vouchers', () => {
  it('are only one’s own, even when the filters are cleared', async () => {
    const server = serve();
    await renderScreen(<OwnLedgerScreen />, at('?view=vouchers'));
    await screen.findByRole('table', { name: 'Vouchers' });
    expect(server.requestsTo(staffVouchers.list).map(({ input }) => input['filter'])).toEqual(
      expect.arrayContaining([{ personId: me.id }]),
    );
    for (const { input } of server.requestsTo(staffVouchers.list))
      expect(input['filter']).toMatchObject({ personId: me.id });
  });

  it('open by their address, and an offer can be withdrawn', async () => {
    const offer = voucher({ person: me, steps: ['withdraw'], note: 'Bag 4', amount: minor(7_00) });
    const server = serve().also(staffVouchers, {
      open: () => offer,
      withdraw: () => ({ ...offer, status: 'withdrawn' as const, steps: [] }),
    });
    const { user } = await renderScreen(<OwnLedgerScreen />, at(`?voucher=${offer.id}`));
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText('Bag 4')).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'PDF' })).not.toBeInTheDocument();
    await user.click(drawer.getByRole('button', { name: 'Withdraw' }));
    const asked = within(
      (await screen.findByText('Withdraw the hand-over of €7.00?')).closest('[role="dialog"]') as HTMLElement,
    );
    await user.click(asked.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Withdrawn.')).toBeVisible();
    expect(server.requestsTo(staffVouchers.withdraw)[0]).toMatchObject({ version: 3 });
  });
});
