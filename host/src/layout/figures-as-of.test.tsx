import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { Refusal } from '@daybook/contracts/refusals';
import { askAhead, http, queryOf } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { usePages } from '@daybook/shared/list/use-pages';
import { useRead } from '@daybook/shared/read/use-read';
import { signOut } from '@daybook/shared/session';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts } from '../test/host-screen.tsx';
import { FiguresAsOf } from './figures-as-of.tsx';

const entity = { id: '01a2b3c4-0000-7000-8000-000000000001', label: 'Hartmann & Fils' };
const [april, may] = ['2026-04-30', '2026-05-31'];
const answeredAt = Date.UTC(2026, 4, 4, 10, 42, 30);

/** A page with the trial balance of a day, which may be left, and with the documents of a client. */
function Report() {
  const [asOf, setAsOf] = useState<string | null>(april);
  return (
    <>
      <FiguresAsOf />
      <button onClick={() => setAsOf(april)}>April</button>
      <button onClick={() => setAsOf(may)}>May</button>
      <button onClick={() => setAsOf(null)}>Leave</button>
      {asOf !== null && <Balance asOf={asOf} />}
    </>
  );
}

function Balance({ asOf }: { asOf: string }) {
  const { data } = useRead(trialBalances.open, { entityId: entity.id, asOf });
  return <p>{data ? `Balance of ${data.asOf}: ${data.debit}` : 'Loading'}</p>;
}

function Documents() {
  const { isLoading } = usePages(outstanding.documents, { filter: { asOf: april } });
  return (
    <>
      <FiguresAsOf />
      <p>{isLoading ? 'Loading' : 'Documents'}</p>
    </>
  );
}

// docs/rules.md#reports-from-a-replica
function serve(first: number) {
  let isRefused = false;
  let [seconds, debit] = [first, 0];
  const answer = <Data,>(data: Data, age = seconds): Data => {
    if (isRefused) throw new Refusal('UNAVAILABLE');
    server.headers = {
      date: new Date(answeredAt).toUTCString(),
      'x-figures-as-of': new Date(answeredAt - age * 1_000).toISOString(),
    };
    return data;
  };
  const server = fakeServer(trialBalances, {
    // The figures of May are always those of now.
    open: ({ input: { asOf } }) =>
      answer({ entity, currency: 'EUR', asOf, rows: [], debit, credit: debit }, asOf === may ? 0 : seconds),
  }).also(outstanding, { documents: () => answer({ rows: [], pageSize: 50, next: null, previous: null }) });
  return {
    /** From now on the figures of an answer are so old. */
    becomes: (old: number, amount = debit) => ([seconds, debit] = [old, amount]),
    refuse: () => (isRefused = true),
  };
}

const readAgain = () => act(async () => queryClient.invalidateQueries());
const says = () => screen.queryByText(/^Figures as of/);

async function show(seconds: number) {
  const server = serve(seconds);
  const { user } = await renderScreen(<Report />, { texts: hostTexts });
  await screen.findByText(`Balance of ${april}: 0`);
  return { ...server, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}

it('says as of when the figures of a report are, until it is read again', async () => {
  const { becomes } = await show(25);
  const minute = String(new Date(answeredAt).getMinutes());
  expect(await screen.findByText(new RegExp(`^Figures as of \\d?\\d:${minute}`))).toBeVisible();
  becomes(0);
  await readAgain();
  expect(says()).toBeNull();
});

it('says so if a report that was read again is older, though its figures are the same', async () => {
  const { becomes } = await show(0);
  expect(says()).toBeNull();
  becomes(25);
  await readAgain();
  expect(says()).toBeVisible();
});

it('goes on saying so while the report cannot be read again, and its figures are still shown', async () => {
  const { refuse } = await show(25);
  refuse();
  await readAgain();
  expect(says()).toBeVisible();
});

it('says nothing of figures that are a few seconds old', async () => {
  await show(4);
  expect(says()).toBeNull();
});

it('says it of the report that is shown, and not of the same one for another day', async () => {
  const { press } = await show(25);
  await press('May');
  await screen.findByText(`Balance of ${may}: 0`);
  expect(says()).toBeNull();
  await press('April');
  expect(says()).toBeVisible();
});

it('says nothing once the report has been left', async () => {
  const { press } = await show(25);
  expect(says()).toBeVisible();
  await press('Leave');
  expect(says()).toBeNull();
});

it('says nothing to the next person who signs in', async () => {
  const { becomes, press } = await show(25);
  await press('Leave');
  await act(signOut);
  becomes(0, 700);
  await press('April');
  await screen.findByText(`Balance of ${april}: 700`);
  expect(says()).toBeNull();
});

it('says so of a list that shows several pages', async () => {
  serve(25);
  await renderScreen(<Documents />, { texts: hostTexts });
  await screen.findByText('Documents');
  expect(says()).toBeVisible();
});

it('says so too of a report that was asked for before its screen came', async () => {
  serve(25);
  const request = jest.spyOn(http, 'request');
  askAhead(trialBalances.open.path, queryOf({ entityId: entity.id, asOf: april }));
  await request.mock.results.at(-1)?.value;
  await renderScreen(<Report />, { texts: hostTexts });
  expect(screen.getByText(`Balance of ${april}: 0`)).toBeVisible();
  expect(says()).toBeVisible();
});
