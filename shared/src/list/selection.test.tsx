import { screen } from '@testing-library/react';
import { services } from '@daybook/contracts/settings/services/services';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';

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

describe('a list with ticked rows', () => {
  it('leaves its search where it is, out of reach below the actions on the rows', async () => {
    fakeServer(services, { list: () => ({ rows: [], pageSize: 20, next: null, previous: null }) });
    await renderScreen(<Chosen />);
    expect(screen.getByRole('button', { name: 'Archive' })).toBeVisible();
    expect(screen.getByLabelText('Search by name').closest('[inert]')).not.toBeNull();
  });
});
