import { screen } from '@testing-library/react';
import { history } from '@daybook/contracts/history';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { RecordHistory } from './history.tsx';

const at = '2026-03-31T10:00:00.000Z';

describe('the history of a record', () => {
  it('says who did what and when, in the person’s language', async () => {
    fakeServer(history, {
      of: async () => [
        { id: 2, at, by: '佐藤 花子', action: 'invoices.issue', changes: [] },
        { id: 1, at, by: null, action: 'invoices.somethingNew', changes: [] },
      ],
    });
    await renderScreen(<RecordHistory kind="invoice" id="0b0c0a52-94f4-4f5c-9b51-2f4d1c1f2a11" />, {
      language: 'ja',
    });
    expect(await screen.findByText('発行')).toBeVisible();
    expect(screen.getByText('佐藤 花子')).toBeVisible();
    expect(screen.getByText('変更')).toBeVisible();
    expect(screen.getByText('Daybook')).toBeVisible();
  });
});
