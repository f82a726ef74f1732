import { screen } from '@testing-library/react';
import { history, type HistoryEvent, type HistoryPart } from '@daybook/contracts/history';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from './locales/en.json';
import { MasterHistory } from './master-history.tsx';

const id = '018f2b1c-0000-7000-8000-000000000001';
const rate: HistoryPart = {
  part: 'rate',
  step: 'added',
  no: null,
  label: null,
  document: null,
  amount: null,
  changes: [{ field: 'rate.rate', before: null, after: { as: 'decimal', text: '9' } }],
};
const edited: HistoryEvent = {
  id: 1,
  at: '2026-03-31T10:00:00.000Z',
  by: 'Ada',
  action: 'tax-codes.edit',
  isOwn: true,
  changes: [
    { field: 'category', before: { as: 'text', text: 'S' }, after: { as: 'text', text: 'AE' } },
    { field: 'unknown', before: null, after: { as: 'text', text: 'x' } },
  ],
  parts: [rate],
};

it('the history of a master names its fields as the form does, and codes by their words', async () => {
  const server = fakeServer(history, { of: () => ({ events: [edited], earlier: null }) });
  await renderScreen(
    <MasterHistory
      kind="tax_code"
      id={id}
      fields={{ category: 'taxCode.category', 'rate.rate': 'taxCode.rate' }}
      codes={{ category: 'category' }}
    />,
    { texts: { settings: en } },
  );
  expect(await screen.findByText('Category:', { exact: false, selector: 'li' })).toHaveTextContent(
    'Category: Standard → Reverse charge',
  );
  expect(screen.getByText('Rate added')).toBeVisible();
  expect(screen.getByText('Rate:', { exact: false, selector: 'li' })).toHaveTextContent('Rate: 9');
  expect(screen.queryByText(/unknown/)).not.toBeInTheDocument();
  expect(server.requestsTo(history.of)[0]?.input).toMatchObject({ kind: 'tax_code', id });
});
