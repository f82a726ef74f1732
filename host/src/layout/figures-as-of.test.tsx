import { act, cleanup, screen } from '@testing-library/react';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { lookups } from '@daybook/contracts/lookups';
import { Refusal } from '@daybook/contracts/refusals';
import { askAhead, call, http, outputAhead, queryOf } from '@daybook/shared/call';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts } from '../test/host-screen.tsx';
import { FiguresAsOf } from './figures-as-of.tsx';

const entity = { id: '01a2b3c4-0000-7000-8000-000000000001', label: 'Hartmann & Fils' };
const asOf = '2026-05-04';
const balance = { entity, currency: 'EUR', asOf, rows: [], debit: 0, credit: 0 };

// docs/rules.md#reports-from-a-replica
const input = { entityId: entity.id, asOf };
const answeredAt = Date.UTC(2026, 4, 4, 10, 42, 30);

async function show() {
  let isRefused = false;
  const open = () => {
    if (isRefused) throw new Refusal('UNAVAILABLE');
    return balance;
  };
  const server = fakeServer(trialBalances, { open }).also(lookups, { find: () => [] });
  await renderScreen(<FiguresAsOf />, { texts: hostTexts });
  return {
    refuse: () => {
      isRefused = true;
    },
    /** Reads a report whose figures are so old. */
    read: (seconds: number, work: () => Promise<unknown> = () => call(trialBalances.open, input)) =>
      act(async () => {
        server.headers = {
          date: new Date(answeredAt).toUTCString(),
          'x-figures-as-of': new Date(answeredAt - seconds * 1_000).toISOString(),
        };
        await work();
        server.headers = {};
        await call(lookups.find, { kind: 'billing_entity' });
      }),
  };
}

it('says as of when the figures of a report are, until it is read again', async () => {
  const { read } = await show();
  await read(25);
  const minute = String(new Date(answeredAt).getMinutes());
  expect(screen.getByText(new RegExp(`^Figures as of \\d?\\d:${minute}`))).toBeVisible();
  await read(0);
  expect(screen.queryByText(/Figures as of/)).toBeNull();
});

it('goes on saying so while the report cannot be read again, and its figures are still shown', async () => {
  const { read, refuse } = await show();
  await read(25);
  refuse();
  await read(0, () => call(trialBalances.open, input).catch(() => undefined));
  expect(screen.getByText(/^Figures as of/)).toBeVisible();
});

it('says nothing of figures that are a few seconds old', async () => {
  const { read } = await show();
  await read(4);
  expect(screen.queryByText(/Figures as of/)).toBeNull();
});

it('says so too of a report that was asked for before its screen came', async () => {
  const { read } = await show();
  await read(25, async () => {
    const request = jest.spyOn(http, 'request');
    askAhead(trialBalances.open.path, queryOf(input));
    await request.mock.results.at(-1)?.value;
    expect(outputAhead(trialBalances.open, input)).toEqual(balance);
  });
  expect(screen.getByText(/^Figures as of/)).toBeVisible();
});

it('says nothing on another page', async () => {
  const { read } = await show();
  await read(25);
  window.history.pushState({}, '', '/elsewhere');
  cleanup();
  await renderScreen(<FiguresAsOf />, { texts: hostTexts });
  expect(screen.queryByText(/Figures as of/)).toBeNull();
  window.history.pushState({}, '', '/');
});
