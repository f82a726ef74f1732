import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { lookups } from '@daybook/contracts/lookups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { setLanguage } from '@daybook/shared/i18n';
import { DateInput } from './date-input.tsx';
import { DecimalInput } from './decimal-input.tsx';
import { Lookup, LookupMany } from './lookup.tsx';
import { MoneyInput } from './money-input.tsx';
import { SettledDate } from './settled-date.tsx';

/** A control with its value beside it, in the form that the form receives. */
function Held<Value>(props: {
  start: Value;
  control: (value: Value, onChange: (value: Value) => void) => React.ReactNode;
}) {
  const [value, setValue] = useState(props.start);
  return (
    <>
      {props.control(value, setValue)}
      <output aria-label="Held">{JSON.stringify(value)}</output>
      <button type="button">next</button>
    </>
  );
}

const next = () => screen.getByRole('button', { name: 'next' });
const held = () => JSON.parse(screen.getByRole('status', { name: 'Held' }).textContent) as unknown;

const money = (currency: string, start: number | string | null = null) => (
  <Held<number | string | null>
    start={start}
    control={(value, onChange) => (
      <MoneyInput aria-label="Amount" currency={currency} value={value} onChange={onChange} />
    )}
  />
);

afterEach(async () => act(async () => setLanguage('en', null)));

describe('MoneyInput', () => {
  it.each([
    ['en', 'EUR', '1,234.5', 123_450, '1,234.50'],
    ['fr', 'EUR', '1 234,5', 123_450, '1 234,50'],
    ['ja', 'JPY', '１２３４', 1234, '1,234'],
  ] as const)('in %s takes %s %s', async (language, currency, typed, minor, shown) => {
    const { user } = await renderScreen(money(currency), { language });
    const field = screen.getByRole('textbox', { name: 'Amount' });
    await user.type(field, typed);
    expect(held()).toBe(minor);
    await user.tab();
    expect((field as HTMLInputElement).value.replaceAll(/\s/g, ' ')).toBe(shown);
  });

  it('groups as the firm’s region does', async () => {
    await renderScreen(money('INR', 12_000_000));
    await act(async () => setLanguage('en', 'IN'));
    await renderScreen(money('INR', 12_000_000));
    expect(screen.getAllByRole('textbox').at(-1)).toHaveValue('1,20,000.00');
  });

  it.each([
    ['JPY', 'EUR', '100000', 10_000_000, '100,000.00'],
    ['EUR', 'JPY', '1000', 1000, '1,000'],
    ['EUR', 'KWD', '12.5', 12_500, '12.500'],
    ['EUR', 'USD', '12.5', 1250, '12.50'],
    // Too many decimals for yen: the text stays as typed, and the schema refuses it.
    ['EUR', 'JPY', '12.5', '12.5', '12.5'],
  ])('keeps the typed number when %s becomes %s', async (from, to, typed, kept, shown) => {
    function Changing() {
      const [currency, setCurrency] = useState(from);
      return (
        <>
          {money(currency)}
          <button type="button" onClick={() => setCurrency(to)}>
            change
          </button>
        </>
      );
    }
    const { user } = await renderScreen(<Changing />);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), typed);
    await user.click(screen.getByRole('button', { name: 'change' }));
    await waitFor(() => expect(held()).toBe(kept));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue(shown);
  });

  it('passes unreadable input on, so that the form reports it, and an empty field as empty', async () => {
    const { user } = await renderScreen(money('EUR'));
    const field = screen.getByRole('textbox', { name: 'Amount' });
    await user.type(field, '1.234,5');
    expect(held()).toBe('1.234,5');
    await user.clear(field);
    expect(held()).toBeNull();
  });
});

describe('DecimalInput', () => {
  it('takes a rate in the locale’s format and passes on a plain decimal', async () => {
    const { user } = await renderScreen(
      <Held<string | null>
        start={null}
        control={(value, onChange) => (
          <DecimalInput aria-label="Rate" unit="%" value={value} onChange={onChange} />
        )}
      />,
      { language: 'fr' },
    );
    await user.type(screen.getByRole('textbox', { name: 'Rate' }), '5,5');
    expect(held()).toBe('5.5');
  });
});

describe('DateInput', () => {
  it.each([
    ['en', '31/3/2026'],
    ['en', '310326'],
    ['fr', '31.03.2026'],
    ['ja', '2026/3/31'],
    ['zh', '2026-03-31'],
  ] as const)('in %s takes %s', async (language, typed) => {
    const { user } = await renderScreen(
      <Held<string | null>
        start={null}
        control={(value, onChange) => <DateInput aria-label="Date" value={value} onChange={onChange} />}
      />,
      { language },
    );
    const placeholder = { en: 'dd/mm/yyyy', fr: 'jj/mm/aaaa', ja: '年/月/日', zh: '年/月/日' }[language];
    expect(screen.getByPlaceholderText(placeholder)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Date' }), typed);
    await user.tab();
    await waitFor(() => expect(held()).toBe('2026-03-31'));
  });
});

describe('a date filter', () => {
  it('applies a complete date, not every key, and Enter submits no form', async () => {
    const asked = jest.fn();
    const sent = jest.fn((event: Event) => event.preventDefault());
    addEventListener('submit', sent);
    const { user } = await renderScreen(
      <form>
        <SettledDate aria-label="Date" value={null} onChange={asked} />
      </form>,
    );
    const field = screen.getByRole('textbox', { name: 'Date' });
    await user.type(field, '3/4/2026');
    expect(asked).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(asked.mock.calls).toEqual([['2026-04-03']]);
    await user.clear(field);
    await user.type(field, 'soon');
    await user.tab();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(sent).not.toHaveBeenCalled();
    removeEventListener('submit', sent);
  });
});

describe('DateInput as a calendar', () => {
  it('can be used by keyboard', async () => {
    const { user } = await renderScreen(
      <Held<string | null>
        start="2026-03-31"
        control={(value, onChange) => <DateInput aria-label="Date" value={value} onChange={onChange} />}
      />,
    );
    const field = screen.getByRole('textbox', { name: 'Date' });
    expect(field).toHaveValue('31/03/2026');
    await user.click(field);
    await user.keyboard('{ArrowDown}');
    await user.click(await screen.findByTitle('2026-03-12'));
    expect(held()).toBe('2026-03-12');
    expect(field).toHaveValue('12/03/2026');
  });
});

describe('Lookup', () => {
  const clients = [
    { id: '018f2b1c-0000-7000-8000-000000000011', label: 'Acme', more: { currency: 'EUR' } },
    { id: '018f2b1c-0000-7000-8000-000000000012', label: '東京商事', more: { currency: 'JPY' } },
  ];
  const serve = () =>
    fakeServer(lookups, {
      find: ({ input }) =>
        clients.filter((row) => (input.id ? row.id === input.id : row.label.includes(input.q ?? ''))),
    });

  it('finds by typing and fills in the fields of the choice', async () => {
    const server = serve();
    const onPick = jest.fn();
    const { user } = await renderScreen(
      <Held<string | null>
        start={null}
        control={(value, onChange) => (
          <Lookup aria-label="Client" kind="client" value={value} onChange={onChange} onPick={onPick} />
        )}
      />,
    );
    await user.click(screen.getByRole('combobox', { name: 'Client' }));
    await user.keyboard('東京');
    await waitFor(() => expect(server.requestsTo(lookups.find).at(-1)?.input).toHaveProperty('q', '東京'));
    await user.click(await screen.findByText('東京商事'));
    expect(held()).toBe(clients[1]?.id);
    expect(onPick).toHaveBeenCalledWith(clients[1]);
    expect(server.requestsTo(lookups.find).map(({ input }) => input)).toContainEqual({
      kind: 'client',
      q: '東京',
    });
  });

  it('never takes an earlier result for the text typed now', async () => {
    serve();
    const { user } = await renderScreen(
      <Held<string | null>
        start={null}
        control={(value, onChange) => (
          <Lookup aria-label="Client" kind="client" value={value} onChange={onChange} />
        )}
      />,
    );
    await user.click(screen.getByRole('combobox', { name: 'Client' }));
    await screen.findByText('Acme');
    await user.keyboard('東京');
    expect(screen.queryByText('Acme')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(held()).not.toBe(clients[0]?.id);
  });

  it('shows the label of the present choice', async () => {
    serve();
    await renderScreen(<Lookup aria-label="Client" kind="client" value={clients[0]?.id ?? null} />);
    expect(await screen.findByText('Acme')).toBeVisible();
  });
});

describe('Lookup by keyboard', () => {
  const people = [
    { id: '018f2b1c-0000-7000-8000-000000000021', label: 'Asha', more: {} },
    { id: '018f2b1c-0000-7000-8000-000000000022', label: 'Rohan', more: {} },
  ];
  const serve = () =>
    fakeServer(lookups, {
      find: ({ input }) =>
        people.filter((row) => (input.id ? row.id === input.id : row.label.includes(input.q ?? ''))),
    });

  it('of several keeps the choices when Tab leaves it, and ignores an option that was only highlighted', async () => {
    serve();
    const { user } = await renderScreen(
      <Held<string[]>
        start={[]}
        control={(value, onChange) => (
          <LookupMany aria-label="People" kind="person" value={value} onChange={onChange} />
        )}
      />,
    );
    const field = screen.getByRole('combobox', { name: 'People' });
    await user.tab();
    expect(field).toHaveFocus();
    await user.keyboard('Roh');
    await waitFor(async () =>
      expect(await screen.findByTitle('Rohan')).toHaveClass('ant-select-item-option-active'),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(held()).toEqual([people[1]?.id]));
    expect(field).toHaveValue('');
    await screen.findByTitle('Asha');
    await user.tab();
    expect(next()).toHaveFocus();
    expect(held()).toEqual([people[1]?.id]);
    await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'));
  });

  it('takes one Tab, without its clear button, and is emptied by Backspace or Delete', async () => {
    serve();
    const { user } = await renderScreen(
      <Held<string | null>
        start={people[0]?.id ?? null}
        control={(value, onChange) => (
          <Lookup aria-label="Person" kind="person" value={value} onChange={onChange} />
        )}
      />,
    );
    await screen.findByText('Asha');
    await user.tab();
    expect(screen.getByRole('combobox', { name: 'Person' })).toHaveFocus();
    await user.tab();
    expect(next()).toHaveFocus();
    await user.tab({ shift: true });
    await user.keyboard('{Backspace}');
    expect(held()).toBeNull();
  });
});
