import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { linkColumn } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { idOf, pageOf, service } from '@daybook/shared/test/service-records';

/** A list with a ticked row. */
function Chosen() {
  return (
    <ListScreen
      title="Services"
      list={useList(services)}
      search="Search by name"
      empty="None"
      bulk={<button type="button">Archive</button>}
    >
      {null}
    </ListScreen>
  );
}

const columns = [
  linkColumn<Service>(
    'Name',
    ({ name }) => name,
    ({ id }) => `/services/edit/${id}`,
  ),
];

const box = async (n: number) => screen.findByRole('checkbox', { name: `Select Service ${n}` });

/** A list whose rows can be ticked on every page. */
function Pages() {
  const list = useList(services);
  const [keys, setKeys] = useState<string[]>([]);
  return (
    <>
      <DataTable label="Services" list={list} columns={columns} selection={{ keys, onChange: setKeys }} />
      <p>{`Ticked: ${keys.join()}`}</p>
    </>
  );
}

describe('a list with ticked rows', () => {
  it('leaves its search where it is, out of reach below the actions on the rows', async () => {
    fakeServer(services, { list: () => pageOf([]) });
    await renderScreen(<Chosen />);
    expect(screen.getByRole('button', { name: 'Archive' })).toBeVisible();
    expect(screen.getByLabelText('Search by name').closest('[inert]')).not.toBeNull();
  });

  it('keeps the ticks of other pages, and takes none while another page is on its way', async () => {
    const comes = Promise.withResolvers<undefined>();
    fakeServer(services, {
      list: async ({ input: { cursor } }) => {
        if (cursor !== undefined) await comes.promise;
        const n = cursor === undefined ? 1 : 2;
        return pageOf([service(n), service(n + 2)], { next: 'later' });
      },
    });
    const { user } = await renderScreen(<Pages />);
    await user.click(await box(1));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select Service 3' })).toBeDisabled());
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeDisabled();
    comes.resolve(undefined);
    await user.click(await box(4));
    expect(screen.getByText(`Ticked: ${idOf(1)},${idOf(4)}`)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText(`Ticked: ${[1, 2, 4].map(idOf).join()}`)).toBeVisible();
  });
});
