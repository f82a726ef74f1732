import { screen } from '@testing-library/react';
import { refusals, statusOf, type RefusalCode } from '@daybook/contracts/refusals';
import { ApiRefusal } from '@daybook/shared/call';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { ErrorBox } from './error-box.tsx';
import { fieldText } from './refusal-text.tsx';

const refusedWith = async (code: ApiRefusal['code']) =>
  renderScreen(<ErrorBox error={new ApiRefusal(code, 'No.', { traceId: 'trace-1' })} />);

describe('a failure', () => {
  const ours = Object.keys(refusals).filter((code) => statusOf(code as RefusalCode) >= 500) as RefusalCode[];
  it.each(ours)('has a reference for support when it is internal (%s)', async (code) => {
    await refusedWith(code);
    expect(screen.getByText('Reference for support: trace-1')).toBeVisible();
  });

  it.each(['PERM_DENIED', 'ALREADY_INVOICED', 'NETWORK'] as const)(
    'has none when it is an ordinary answer (%s)',
    async (code) => {
      await refusedWith(code);
      expect(screen.getByRole('alert')).toBeVisible();
      expect(screen.queryByText(/Reference for support/)).not.toBeInTheDocument();
    },
  );
});

const locked = (params: { until: string; whoMay?: string }) =>
  fieldText({ code: 'PERIOD_LOCKED', params: { ...params } });

it('shows the closing date in the reader’s format, and the people with an exception if there are any', async () => {
  await renderScreen(<p>Here</p>);
  expect(locked({ until: '2026-01-31' })).toBe('The books are closed up to and including 31 Jan 2026');
  expect(locked({ until: '2026-01-31', whoMay: 'Ada' })).toBe(
    'The books are closed up to and including 31 Jan 2026; people who can still post: Ada',
  );
});
