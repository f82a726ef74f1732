import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Refusal } from '@daybook/contracts/refusals';
import { services } from '@daybook/contracts/settings/services/services';
import { queryClient } from '@daybook/shared/query-client';
import { fakeServer, lostConnection } from '@daybook/shared/test/fake-server';
import { onPhone } from '@daybook/shared/test/on-phone';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { idOf, pageOf, service } from '@daybook/shared/test/service-records';
import { ServiceList } from '@daybook/shared/test/services-screens';

afterEach(() => jest.restoreAllMocks());

describe('a list', () => {
  it('shows rows, count and links, with amounts in the locale’s format', async () => {
    fakeServer(services, {
      list: () => pageOf([service(1), service(2, { active: false, department: null })]),
      total: () => ({ total: 10_000, isCapped: true }),
    });
    await renderScreen(<ServiceList />);
    const table = await screen.findByRole('table');
    expect(within(table).getByRole('link', { name: 'Service 1' })).toHaveAttribute(
      'href',
      `/services/edit/${idOf(1)}`,
    );
    expect(within(table).getAllByText('€1,234.50')).toHaveLength(2);
    expect(within(table).getByText('No longer used')).toBeVisible();
    const heading = screen.getByRole('heading', { name: 'Services' });
    await waitFor(() => expect(heading.parentElement).toHaveTextContent('Services 10,000+'));
  });

  it('keeps search, filter and sort in the address and sends them', async () => {
    const server = fakeServer(services, {
      list: () => pageOf([service(1)]),
      total: () => ({ total: 1, isCapped: false }),
    });
    const { user, address } = await renderScreen(<ServiceList />, { path: '/services?cursor=abc' });
    await screen.findByRole('link', { name: 'Service 1' });

    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'audit');
    await waitFor(() => expect(address()).toBe('/services?q=audit'));
    await user.click(screen.getByRole('combobox', { name: 'State' }));
    await user.click(await screen.findByText('In use', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(address()).toBe('/services?q=audit&filter[active]=true'));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(address()).toBe('/services?q=audit&filter[active]=true&sort=-name'));
    await waitFor(() =>
      expect(server.requestsTo(services.list).at(-1)?.input).toEqual({
        q: 'audit',
        filter: { active: 'true' },
        sort: '-name',
      }),
    );
  });

  it('turns pages by cursor', async () => {
    const server = fakeServer(services, {
      list: ({ input }) =>
        input.cursor === 'two'
          ? pageOf([service(21)], { previous: 'one' })
          : pageOf([service(1)], { next: 'two' }),
    });
    const { user, address } = await renderScreen(<ServiceList />, { path: '/services' });
    await screen.findByRole('link', { name: 'Service 1' });
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('link', { name: 'Service 21' })).toBeVisible();
    expect(address()).toBe('/services?cursor=two');
    await user.click(screen.getByRole('button', { name: 'First page' }));
    await screen.findByRole('link', { name: 'Service 1' });
    await user.click(screen.getByRole('button', { name: 'Last page' }));
    await waitFor(() => expect(server.requestsTo(services.list).at(-1)?.input).toEqual({ cursor: 'end' }));
  });

  it('shows its empty state, and offers the first step', async () => {
    fakeServer(services, { list: () => pageOf([]) });
    await renderScreen(<ServiceList />);
    expect(await screen.findByText('What the firm sells belongs here.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'New service' })).toHaveLength(2);
  });

  it('offers to clear the filters when nothing matches', async () => {
    fakeServer(services, { list: ({ input }) => pageOf(input.q === 'zzz' ? [] : [service(1)]) });
    const { user, address } = await renderScreen(<ServiceList />, { path: '/services?q=zzz' });
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    expect(await screen.findByRole('link', { name: 'Service 1' })).toBeVisible();
    expect(address()).toBe('/services');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('shows why it is refused', async () => {
    fakeServer(services, {
      list: () => {
        throw new Refusal('PERM_DENIED');
      },
    });
    await renderScreen(<ServiceList />, { me: { roles: [] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('You do not have permission to do this.');
    expect(screen.queryByRole('link', { name: 'New service' })).not.toBeInTheDocument();
  });

  it('keeps every typed letter while the address follows late', async () => {
    fakeServer(services, { list: () => pageOf([service(1)]) });
    const asked: string[] = [];
    function Late() {
      const list = useList(services);
      const [q, setLate] = useState('');
      const setQ = (typed: string) => {
        asked.push(typed);
        setTimeout(() => setLate(typed), 150);
      };
      return (
        <ListScreen title="Services" list={{ ...list, q, setQ }} search="Search by name" empty="None">
          {null}
        </ListScreen>
      );
    }
    await renderScreen(<Late />);
    const user = userEvent.setup({ delay: 300 });
    await user.type(screen.getByRole('searchbox'), 'acme');
    expect(screen.getByRole('searchbox')).toHaveValue('acme');
    await waitFor(() => expect(asked.at(-1)).toBe('acme'));
  });

  it('keeps its rows, and the record open above them, when a read in the background fails', async () => {
    let isDown = false;
    fakeServer(services, {
      list: () => {
        if (isDown) throw lostConnection();
        return pageOf([service(1)]);
      },
    });
    const { user } = await renderScreen(<ServiceList />);
    await screen.findByRole('link', { name: 'Service 1' });
    isDown = true;
    await act(async () => queryClient.refetchQueries());
    expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Service 1' })).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/could not be refreshed/)).not.toBeInTheDocument());
  });

  it('hides its rows when the permission is withdrawn', async () => {
    let isAllowed = true;
    fakeServer(services, {
      list: () => {
        if (!isAllowed) throw new Refusal('PERM_DENIED');
        return pageOf([service(1)]);
      },
    });
    await renderScreen(<ServiceList />);
    await screen.findByRole('link', { name: 'Service 1' });
    isAllowed = false;
    await act(async () => queryClient.refetchQueries());
    expect(await screen.findByRole('alert')).toHaveTextContent('You do not have permission to do this.');
    expect(screen.queryByRole('link', { name: 'Service 1' })).not.toBeInTheDocument();
  });

  it('tries again after a failure', async () => {
    let isDown = true;
    fakeServer(services, {
      list: () => {
        if (isDown) throw lostConnection();
        return pageOf([service(1)]);
      },
    });
    const { user } = await renderScreen(<ServiceList />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Daybook cannot be reached');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Service 1' })).toBeVisible();
  });

  it('exports the whole filtered set', async () => {
    const server = fakeServer(services, { list: () => pageOf([service(1)]), export: () => new Blob(['x']) });
    server.headers = { 'content-disposition': 'attachment; filename="services.csv"' };
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    const { user } = await renderScreen(<ServiceList />, { path: '/services?q=audit&cursor=abc' });
    await user.click(await screen.findByRole('button', { name: /Export/ }));
    await user.click(await screen.findByText('CSV'));
    await waitFor(() =>
      expect(server.requestsTo(services.export).at(-1)?.input).toEqual({ q: 'audit', format: 'csv' }),
    );
    await waitFor(() => expect(click.mock.contexts[0]).toHaveAttribute('download', 'services.csv'));
  });

  it('shows the place of a waiting export, asks for it again, and saves it when its turn comes', async () => {
    let before = 2;
    const { promise: held, resolve: letOn } = Promise.withResolvers<void>();
    const server = fakeServer(services, {
      list: () => pageOf([service(1)]),
      export: async () => {
        if (before === 0) return new Blob(['x']);
        if (server.requestsTo(services.export).length > 1) await held;
        throw new Refusal('EXPORT_WAITS', { before: before-- });
      },
    });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    const { user } = await renderScreen(<ServiceList />, { path: '/services' });
    await user.click(await screen.findByRole('button', { name: /Export/ }));
    await user.click(await screen.findByText('CSV'));
    expect(await screen.findByText('Waiting: 2 exports before yours')).toBeVisible();
    const saved = click.mock.calls.length;
    letOn();
    await waitFor(() => expect(click.mock.calls.length).toBe(saved + 1));
    expect(server.requestsTo(services.export)).toHaveLength(3);
    expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible();
  });

  it('shows cards on a phone, in either direction', async () => {
    onPhone();
    fakeServer(services, { list: () => pageOf([service(1)]) });
    const { user, address } = await renderScreen(<ServiceList />, {
      path: '/services',
      theme: { direction: 'rtl', currentTheme: 'dark' },
    });
    const cards = await screen.findByRole('list', { name: 'Services' });
    expect(within(cards).getByRole('link', { name: 'Service 1' })).toBeVisible();
    expect(within(cards).getByText('Department')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByTitle('Name, descending'));
    await waitFor(() => expect(address()).toBe('/services?sort=-name'));
  });

  it('folds its filters behind a button on a phone, with the number of filters set', async () => {
    onPhone();
    const day = { 'filter[from]': '2026-01-01', 'filter[to]': '2026-01-31' };
    fakeServer(services, { list: () => pageOf([service(1)]) });
    const { user, address } = await renderScreen(<ServiceList />, {
      path: `/services?${new URLSearchParams(day)}`,
    });
    const fold = await screen.findByRole('button', { name: 'Filters (1)', expanded: false });
    expect(screen.queryByRole('combobox', { name: 'State' })).not.toBeInTheDocument();
    await user.click(fold);
    expect(fold).toHaveAttribute('aria-expanded', 'true');
    const state = screen.getByRole('combobox', { name: 'State' });
    expect(document.getElementById(fold.getAttribute('aria-controls') ?? '')).toContainElement(state);
    await user.click(state);
    await user.click(await screen.findByText('In use', { selector: '.ant-select-item-option-content' }));
    expect(await screen.findByRole('button', { name: 'Filters (2)' })).toBe(fold);
    expect(address()).toContain('filter[active]=true');
    await user.click(fold);
    expect(screen.queryByRole('combobox', { name: 'State' })).not.toBeInTheDocument();
  });
});
