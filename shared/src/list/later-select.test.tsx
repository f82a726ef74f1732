import { act, screen, waitFor } from '@testing-library/react';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { FilterChoice } from './filters.tsx';
import { loadSelects } from './load-selects.ts';
import { useFound } from './use-list.tsx';

jest.mock('./load-selects.ts', () => ({
  loadSelects: jest.fn(),
  loadedSelects: () => null,
}));

const load = jest.mocked(loadSelects);
const selects = jest.requireActual<Awaited<ReturnType<typeof loadSelects>>>('./list-selects.tsx');

function Filters() {
  const list = useFound(invoices);
  const options = ['draft', 'issued'].map((value) => ({ value, label: value }));
  return (
    <>
      <FilterChoice list={list} name="status" label="Status" options={options} />
      <FilterChoice list={list} name="entityId" label="Billing entity" options={[]} />
      <input aria-label="Search" />
    </>
  );
}

/** Selects that come when the test says so. */
function slowly() {
  const { promise, resolve } = Promise.withResolvers<typeof selects>();
  load.mockReturnValue(promise);
  return () => act(async () => resolve(selects));
}

const failed = () => Promise.reject(new Error('Loading chunk failed'));
const status = () => screen.getByRole('combobox', { name: 'Status' });

describe('a closed select of a list', () => {
  it('is answered by a notice while it cannot be loaded, and by the select when it is pressed again', async () => {
    load.mockImplementation(failed);
    const { user } = await renderScreen(<Filters />, { path: '/invoices' });
    await user.click(status());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Daybook cannot be reached/);
    load.mockResolvedValue(selects);
    await user.click(status());
    expect(await screen.findByRole('option', { name: 'draft' })).toBeInTheDocument();
    expect(status()).toHaveFocus();
  });

  it('shows what is set, even if the select does not come', async () => {
    load.mockImplementation(failed);
    await renderScreen(<Filters />, { path: '/invoices?filter[status]=draft' });
    expect(status()).toHaveValue('Status: draft');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('opens when the select comes late, under the hand of who has waited', async () => {
    const come = slowly();
    const { user } = await renderScreen(<Filters />, { path: '/invoices' });
    await user.tab();
    expect(status()).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    await come();
    await waitFor(() => expect(status()).toHaveAttribute('aria-expanded', 'true'));
    expect(status()).toHaveFocus();
  });

  it('does not call back who has gone on meanwhile', async () => {
    const come = slowly();
    const { user } = await renderScreen(<Filters />, { path: '/invoices' });
    await user.click(status());
    await user.tab();
    await user.tab();
    const search = screen.getByRole('textbox', { name: 'Search' });
    await user.keyboard('ac');
    await come();
    await waitFor(() => expect(status()).toHaveAttribute('aria-autocomplete', 'list'));
    expect(status()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('me');
    expect(search).toHaveFocus();
    expect(search).toHaveValue('acme');
  });
});
