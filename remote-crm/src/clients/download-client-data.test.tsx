import { screen } from '@testing-library/react';
import { clientData } from '@daybook/contracts/crm/clients/client-data';
import { Refusal } from '@daybook/contracts/refusals';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { client, idOf, server } from '../test/client-records.ts';
import ClientRecord from './client-record.tsx';

const atRecord = { texts: { crm: en }, path: `/app/view-client/${idOf(1)}`, route: '/app/view-client/:id' };

describe('the data of a client', () => {
  it('is downloaded by a super admin from the menu of the client', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:zip', revokeObjectURL: () => undefined });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const api = server(client()).also(clientData, { download: () => new Blob(['PK']) });
    const { user } = await renderScreen(<ClientRecord />, atRecord);
    await chooseMore(user, 'Export data (ZIP)');
    expect(await screen.findByText('The data of Dupont & Fils is downloaded.')).toBeVisible();
    expect(api.requestsTo(clientData.download).map(({ input }) => input)).toEqual([{ id: idOf(1) }]);
    expect(click).toHaveBeenCalledTimes(1);
    click.mockRestore();
  });

  it('says when it could not be downloaded', async () => {
    server(client()).also(clientData, {
      download: () => {
        throw new Refusal('NOT_FOUND');
      },
    });
    const { user } = await renderScreen(<ClientRecord />, atRecord);
    await chooseMore(user, 'Export data (ZIP)');
    expect(await screen.findByText('This record does not exist, or you may not see it.')).toBeVisible();
  });

  it('is not offered to an admin', async () => {
    server(client());
    const { user } = await renderScreen(<ClientRecord />, {
      ...atRecord,
      me: { userType: 'admin', roles: ['clients.view', 'clients.deactivate'] },
    });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Export data (ZIP)' })).toBeNull();
  });
});
