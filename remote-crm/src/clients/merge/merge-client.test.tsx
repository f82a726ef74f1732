import { screen, waitFor, within } from '@testing-library/react';
import { clientGroups, type ClientGroup } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientMerge, type MergePreview } from '@daybook/contracts/crm/clients/client-merge';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { Refusal } from '@daybook/contracts/refusals';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../../locales/en.json';
import { client, idOf, server } from '../../test/client-records.ts';
import ClientRecord from '../client-record.tsx';

const texts = { crm: en };
const at = (id: string) => ({ texts, path: `/app/view-client/${id}`, route: '/app/view-client/:id' });
const stays = client();
const goes = client({ id: idOf(2), version: 7, code: 'C-0002', name: 'Dupont et fils' });
const family = { id: idOf(90), label: 'Dupont family' };
const previewOf = (patch: Partial<MergePreview> = {}): MergePreview => ({
  other: { id: goes.id, version: goes.version, code: goes.code, name: goes.name, group: null },
  moves: [
    { kind: 'contacts', count: 1 },
    { kind: 'tasks', count: 12 },
  ],
  keeps: [],
  hasOtherCurrency: false,
  tooMany: [],
  ...patch,
});

/** Opens the dialog and chooses the other client. */
async function choose(preview: MergePreview, kept = stays) {
  const api = server(kept, [goes]).also(clientMerge, { preview: () => preview, merge: () => kept });
  const view = await renderScreen(<ClientRecord />, at(kept.id));
  await chooseMore(view.user, 'Merge another client');
  const dialog = await screen.findByRole('dialog', { name: 'Merge another client into Dupont & Fils' });
  await view.user.click(within(dialog).getByRole('combobox', { name: 'Client to merge' }));
  await view.user.click(
    await screen.findByText('C-0002 Dupont et fils', { selector: '.ant-select-item-option-content' }),
  );
  return { ...view, api, dialog };
}
const linesOf = async (dialog: HTMLElement, name: string) =>
  within(await within(dialog).findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const confirm = async (user: Awaited<ReturnType<typeof choose>>['user'], dialog: HTMLElement) => {
  await user.type(await within(dialog).findByRole('textbox', { name: /C-0002/ }), 'C-0002');
  await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
};

describe('the merge of a client', () => {
  it('says what moves, and merges the other client at the version that was shown', async () => {
    const { user, api, dialog } = await choose(previewOf());
    expect(await linesOf(dialog, 'From Dupont et fils to this client:')).toEqual(['1 contact', '12 tasks']);
    expect(within(dialog).getByRole('button', { name: 'Merge' })).toBeDisabled();
    await confirm(user, dialog);
    expect(await screen.findByText('Dupont et fils was merged into Dupont & Fils.')).toBeVisible();
    expect(api.requestsTo(clientMerge.merge)[0]).toMatchObject({
      input: { id: stays.id, otherId: goes.id, otherVersion: 7 },
      version: 3,
    });
  });

  it('names every reason why a client cannot go, and offers a new group for both', async () => {
    const preview = previewOf({
      keeps: [{ kind: 'invoices', count: 3 }],
      hasOtherCurrency: true,
      tooMany: ['tags'],
    });
    const { user, api, dialog } = await choose(preview);
    expect(await linesOf(dialog, 'Dupont et fils cannot be merged:')).toEqual([
      '3 invoices',
      'Another currency',
      'Too many together: tags',
    ]);
    expect(within(dialog).getByRole('button', { name: 'Merge' })).toBeDisabled();
    api.also(clientGroups, { create: ({ input }) => ({ ...group, name: input.name }) });
    await user.click(within(dialog).getByRole('button', { name: 'Put both into a new group' }));
    expect(await screen.findByText('Both clients are in the group Dupont & Fils.')).toBeVisible();
    expect(api.requestsTo(clientGroups.create)[0]).toMatchObject({
      input: { name: 'Dupont & Fils', memberIds: [stays.id, goes.id] },
    });
  });

  const group: ClientGroup = {
    id: family.id,
    version: 4,
    name: family.label,
    payer: { id: stays.id, label: stays.name },
    members: [{ id: stays.id, label: stays.name }],
    active: true,
  };

  it('offers the group that one of them is in, and keeps its members and its payer', async () => {
    const preview = previewOf({ keeps: [{ kind: 'receipts', count: 1 }] });
    const { user, api, dialog } = await choose(preview, client({ group: family }));
    api.also(clientGroups, { open: () => group, edit: () => group });
    await user.click(
      await within(dialog).findByRole('button', { name: 'Put both into the group Dupont family' }),
    );
    expect(await screen.findByText('Both clients are in the group Dupont family.')).toBeVisible();
    expect(api.requestsTo(clientGroups.edit)[0]).toMatchObject({
      input: { id: family.id, name: family.label, payerClientId: stays.id, memberIds: [stays.id, goes.id] },
      version: 4,
    });
  });

  it('says that both are in one group already', async () => {
    const preview = previewOf({ keeps: [{ kind: 'receipts', count: 1 }] });
    const { dialog } = await choose(
      { ...preview, other: { ...preview.other, group: family } },
      client({ group: family }),
    );
    expect(await within(dialog).findByText('Both clients are in the group Dupont family.')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: /Put both/ })).not.toBeInTheDocument();
  });

  it('keeps the choice when the server refuses the merge', async () => {
    const { user, api, dialog } = await choose(previewOf());
    api.also(clientMerge, {
      merge: () => {
        throw new Refusal('CANNOT_BE_MERGED');
      },
    });
    await confirm(user, dialog);
    expect(await within(dialog).findByText(/These two clients cannot be merged/)).toBeVisible();
    expect(within(dialog).getByText('C-0002 Dupont et fils')).toBeVisible();
  });

  it('opens the client that stayed at the address of the one that went, and names that one', async () => {
    const merged = [{ code: 'C-0002', name: 'Dupont et fils' }];
    server(client({ merged })).also(clients, { open: () => client({ merged }) });
    const { address } = await renderScreen(<ClientRecord />, at(goes.id));
    await waitFor(() => expect(address()).toBe(`/app/view-client/${stays.id}`));
    expect(await screen.findByText('C-0002 Dupont et fils')).toBeVisible();
  });
});
