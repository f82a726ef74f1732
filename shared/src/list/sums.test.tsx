import { screen, waitFor, within } from '@testing-library/react';
import { Sums } from '@daybook/shared/list/sums';
import { renderScreen } from '@daybook/shared/test/render-screen';

describe('the totals of a list', () => {
  it('stand in one line in the firm’s currency, and in a table in the others', async () => {
    const sums = ['EUR', 'INR', 'JPY'].map((currency) => ({
      currency,
      figures: [
        ['Total', `${currency} 1`],
        ...(currency === 'JPY' ? [] : [['Outstanding', `${currency} 2`] as const]),
      ] as const,
    }));
    const { user } = await renderScreen(<Sums label="Totals of the list" sums={sums} />, {
      me: { firmCountry: 'IN' },
    });
    expect(screen.getByRole('group', { name: 'Totals of the list' })).toHaveTextContent(
      'TotalINR 1OutstandingINR 2',
    );
    expect(screen.queryByText('EUR 1')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '2 more currencies', expanded: false }));
    const table = within(await screen.findByRole('region', { name: 'Totals of the list' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'CurrencyTotalOutstanding',
      'INRINR 1INR 2',
      'EUREUR 1EUR 2',
      'JPYJPY 1',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '2 more currencies', expanded: false })).toHaveFocus(),
    );
  });
});
