import { minor } from '@daybook/contracts/money/money';
import { screen, waitFor, within } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { EditService, NewService } from '@daybook/shared/test/services-screens';
import {
  atEditService,
  atNewService,
  fillService,
  nameField,
  pickers,
  saved,
} from '@daybook/shared/test/service-form';

beforeEach(() => sessionStorage.clear());

/** An answer that the test releases. */
const held = () => Promise.withResolvers<Service>();

describe('a slow save', () => {
  it('is sent once however often it is requested', async () => {
    const answer = held();
    const server = fakeServer(services, { create: () => answer.promise }).also(lookups, pickers);
    const { user, address } = await renderScreen(<NewService />, atNewService);
    await fillService(user);
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}');
    await waitFor(() => expect(server.requestsTo(services.create)).toHaveLength(1));
    await user.keyboard('{Control>}{Enter}{/Control}');
    answer.resolve(saved);
    await waitFor(() => expect(address()).toBe('/services'));
    expect(server.requestsTo(services.create)).toHaveLength(1);
  });

  it('ignores typing into a new document, which would be lost', async () => {
    const answer = held();
    const server = fakeServer(services, { create: () => answer.promise }).also(lookups, pickers);
    const { user } = await renderScreen(<NewService />, atNewService);
    await fillService(user);
    await user.click(await nameField());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.requestsTo(services.create)).toHaveLength(1));
    await user.type(await nameField(), ' too late');
    expect(await nameField()).toHaveValue('Audit');
    answer.resolve(saved);
  });

  it('keeps typing into a record, and stays there', async () => {
    const answer = held();
    const server = fakeServer(services, { open: () => saved, edit: () => answer.promise }).also(
      lookups,
      pickers,
    );
    const { user, address } = await renderScreen(<EditService />, atEditService);
    await user.type(await nameField(), ' 2');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.requestsTo(services.edit)).toHaveLength(1));
    await user.type(await nameField(), '3');
    answer.resolve({ ...saved, name: 'Audit 2', version: 2 });
    expect(
      await screen.findByText('Saved. What you have entered since then is not saved yet.'),
    ).toBeVisible();
    expect(await nameField()).toHaveValue('Audit 23');
    expect(address()).toBe(atEditService.path);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.requestsTo(services.edit)[1]).toMatchObject({ version: 2 }));
  });

  it('leaves a person who has gone elsewhere where they are, and shows them the refusal', async () => {
    const answer = held();
    fakeServer(services, { create: () => answer.promise }).also(lookups, pickers);
    const { user, address } = await renderScreen(<NewService />, atNewService);
    await fillService(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).toBe('/services'));
    answer.reject(refuseField('ALREADY_EXISTS', 'name'));
    expect(await screen.findByText(/^New service: not saved\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to the form' }));
    await waitFor(() => expect(address()).toBe('/services/add'));
  });
});

describe('two people at one record', () => {
  it('see the other’s value beside the field, and keep what only the other changed', async () => {
    let record: Service = { ...saved, version: 3 };
    const server = fakeServer(services, {
      open: () => record,
      edit: ({ input, version }) => {
        if (version !== record.version) throw new Refusal('VERSION_CONFLICT', { current: record });
        record = { ...record, ...input, version: version + 1 };
        return record;
      },
    }).also(lookups, pickers);
    const { user, address } = await renderScreen(<EditService />, atEditService);
    await user.clear(await nameField());
    await user.type(await nameField(), 'Statutory audit');
    record = { ...record, version: 4, name: 'Audit and review', sacHsn: '998221' };
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Someone else has changed a field that you changed too')).toBeVisible();
    // The value is shown beside the field, which has the focus.
    await waitFor(async () => expect(await nameField()).toHaveFocus());
    const clash = screen.getByRole('group', { name: 'Someone else entered:' });
    expect(within(clash).getByDisplayValue('Audit and review')).toBeVisible();
    expect(await nameField()).toHaveValue('Statutory audit');
    // Fields that only the other person changed are in the form and listed.
    expect(screen.getByText(/now in the form: SAC or HSN code/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'SAC or HSN code' })).toHaveValue('998221');
    await user.click(within(clash).getByRole('button', { name: 'Take theirs' }));
    expect(await nameField()).toHaveValue('Audit and review');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/services'));
    expect(server.requestsTo(services.edit).map((request) => request.version)).toEqual([3, 4]);
  });

  it('get fields that only the other changed, by the form’s names, and are asked to save again', async () => {
    let record: Service = { ...saved, version: 3, price: minor(100) };
    const server = fakeServer(services, {
      open: () => record,
      edit: ({ input, version }) => {
        if (version !== record.version) throw new Refusal('VERSION_CONFLICT', { current: record });
        record = { ...record, ...input, version: version + 1 };
        return record;
      },
    }).also(lookups, pickers);
    const { user, address } = await renderScreen(<EditService />, atEditService);
    await user.type(await nameField(), ' 2');
    record = { ...record, version: 4, price: minor(250) };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const said = await screen.findByText(/Their changes are now in the form: Price/);
    expect(said.closest('[tabindex="-1"]')).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Price' })).toHaveValue('2.50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/services'));
    expect(server.requestsTo(services.edit)[1]?.input).toMatchObject({ name: 'Audit 2', price: 250 });
  });

  it('save at once where the other’s change touches no field', async () => {
    let record: Service = { ...saved, version: 3 };
    const server = fakeServer(services, {
      open: () => record,
      edit: ({ version }) => {
        if (version !== record.version) throw new Refusal('VERSION_CONFLICT', { current: record });
        return record;
      },
    }).also(lookups, pickers);
    const { user, address } = await renderScreen(<EditService />, atEditService);
    await user.type(await nameField(), ' 2');
    record = { ...record, version: 4 };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/services'));
    expect(server.requestsTo(services.edit).map((request) => request.version)).toEqual([3, 4]);
  });

  it('clear an emptied field, and are refused for one that must not be empty', async () => {
    const server = fakeServer(services, {
      open: () => ({ ...saved, sacHsn: '998221' }),
      edit: () => saved,
    }).also(lookups, pickers);
    const { user } = await renderScreen(<EditService />, atEditService);
    await user.clear(await nameField());
    await user.clear(screen.getByRole('textbox', { name: 'SAC or HSN code' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This is required')).toBeVisible();
    await user.type(await nameField(), 'Audit');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requestsTo(services.edit)).toHaveLength(1));
    expect(server.requestsTo(services.edit)[0]?.input).toMatchObject({ name: 'Audit', sacHsn: null });
  });
});
