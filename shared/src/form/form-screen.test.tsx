import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { lookups } from '@daybook/contracts/lookups';
import { refuseField } from '@daybook/contracts/refusals';
import { services } from '@daybook/contracts/settings/services/services';
import { comingBackTo } from '@daybook/shared/return-address';
import { fakeServer, lostConnection } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { restored } from './form-values.ts';
import { NewService } from '@daybook/shared/test/services-screens';
import {
  atNewService,
  fillService,
  nameField,
  pickers,
  saved,
  taxCode,
} from '@daybook/shared/test/service-form';

beforeEach(() => sessionStorage.clear());

describe('a form', () => {
  it('focuses its first field, and marks required fields by the schema', async () => {
    fakeServer(services, {});
    await renderScreen(<NewService />, atNewService);
    expect(await nameField()).toHaveFocus();
    expect(screen.getByText('Name')).toHaveClass('ant-form-item-required');
    expect(screen.getByText('Price')).not.toHaveClass('ant-form-item-required');
  });

  it('checks by the endpoint’s schema before sending: errors on the fields, counted at the top', async () => {
    const server = fakeServer(services, {});
    const { user } = await renderScreen(<NewService />, atNewService);
    await user.type(await screen.findByRole('textbox', { name: 'SAC or HSN code' }), '12');
    await user.keyboard('{Enter}');
    const summary = await screen.findByText('3 fields need attention');
    expect(summary).toBeVisible();
    expect(screen.getAllByText('This is required')).toHaveLength(2);
    expect(screen.getByText('Four to eight digits')).toBeVisible();
    expect(server.requests).toEqual([]);
    await waitFor(async () => expect(await nameField()).toHaveFocus());
    await user.type(await nameField(), 'A');
    expect(await screen.findByText('2 fields need attention')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('This is required')).toHaveLength(1));
  });

  it('saves with Ctrl+Enter from anywhere, in minor units and with its own id, then goes on', async () => {
    const server = fakeServer(services, { create: () => saved }).also(lookups, pickers);
    const { user, address } = await renderScreen(<NewService />, atNewService);
    await fillService(user);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toBe('/services'));
    const [request] = server.requestsTo(services.create);
    expect(request?.input).toEqual({
      id: request?.input['id'],
      name: 'Audit',
      price: 123_450,
      currency: 'EUR',
      taxCodeId: taxCode.id,
    });
    expect(request?.input['id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('comes back to the page that its link was on, after saving and after Cancel', async () => {
    fakeServer(services, { create: () => saved }).also(lookups, pickers);
    const state = comingBackTo('/app/dashboards/firm');
    const first = await renderScreen(<NewService />, { ...atNewService, state });
    await fillService(first.user);
    await first.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(first.address()).toBe('/app/dashboards/firm'));
    cleanup();
    const second = await renderScreen(<NewService />, { ...atNewService, state });
    await second.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(second.address()).toBe('/app/dashboards/firm'));
  });

  it('saves with Ctrl+Enter in a picker too, whose list stays closed', async () => {
    fakeServer(services, {}).also(lookups, pickers);
    const { user } = await renderScreen(<NewService />, atNewService);
    const picker = await screen.findByRole('combobox', { name: 'Tax code' });
    act(() => picker.focus());
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('2 fields need attention')).toBeVisible();
    expect(picker).toHaveAttribute('aria-expanded', 'false');
    await waitFor(async () => expect(await nameField()).toHaveFocus());
  });

  it('shows the server’s refusal on its field and keeps what was typed', async () => {
    fakeServer(services, {
      create: () => {
        throw refuseField('ALREADY_EXISTS', 'name');
      },
    }).also(lookups, pickers);
    const { user } = await renderScreen(<NewService />, atNewService);
    await fillService(user);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('One field needs attention')).toBeVisible();
    expect(await screen.findByText('Another record already uses this')).toBeVisible();
    expect(await nameField()).toHaveValue('Audit');
  });

  it('asks before it is left when something was typed', async () => {
    fakeServer(services, {});
    const { user, address } = await renderScreen(<NewService />, atNewService);
    await user.type(await nameField(), 'A');
    const heard = jest.fn();
    addEventListener('keydown', heard);
    await user.keyboard('{Escape}');
    removeEventListener('keydown', heard);
    // A dialog that receives the key that opened it would close again.
    expect(heard).not.toHaveBeenCalled();
    expect(await screen.findByText('Discard your entries?')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).toBe('/services'));
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('can be left at once when nothing was typed', async () => {
    fakeServer(services, {});
    const { user, address } = await renderScreen(<NewService />, atNewService);
    await nameField();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/services'));
  });
});

describe('a form whose answer was lost', () => {
  it('creates one document: reloaded and sent again, it has the same id and the same key', async () => {
    let made = 0;
    const server = fakeServer(services, {
      create: () => {
        made += 1;
        return saved;
      },
    }).also(lookups, pickers);
    const before = await renderScreen(<NewService />, atNewService);
    await fillService(before.user);
    server.loseNextAnswer();
    await before.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Daybook cannot be reached/)).toBeVisible();
    before.unmount();

    const { user, address } = await renderScreen(<NewService />, atNewService);
    expect(await screen.findByText('Your unsaved entries have been restored.')).toBeVisible();
    expect(await nameField()).toHaveValue('Audit');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/services'));
    const [first, second] = server.requestsTo(services.create);
    expect(second?.input).toEqual(first?.input);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(made).toBe(1);
  });

  it('takes a new key for other content', async () => {
    const server = fakeServer(services, {
      create: () => {
        throw lostConnection();
      },
    }).also(lookups, pickers);
    const { user } = await renderScreen(<NewService />, atNewService);
    await fillService(user);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/Daybook cannot be reached/);
    await user.type(await nameField(), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requestsTo(services.create)).toHaveLength(2));
    const [first, second] = server.requestsTo(services.create);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
    expect(second?.input['id']).toBe(first?.input['id']);
  });

  it('starts afresh on request', async () => {
    fakeServer(services, {});
    const before = await renderScreen(<NewService />, atNewService);
    await before.user.type(await nameField(), 'Audit');
    before.unmount();
    const { user } = await renderScreen(<NewService />, atNewService);
    await user.click(await screen.findByRole('button', { name: 'Start afresh' }));
    expect(await nameField()).toHaveValue('');
    expect(screen.queryByText('Your unsaved entries have been restored.')).not.toBeInTheDocument();
  });
});

const second = '/services/add?of=second';

describe('a form that begins with values from its address', () => {
  it('offers an unfinished draft from elsewhere, and never fills it in', async () => {
    fakeServer(services, {});
    const before = await renderScreen(<NewService />, { ...atNewService, path: '/services/add?of=first' });
    await before.user.type(await nameField(), 'For the first');
    before.unmount();

    const { user, address } = await renderScreen(<NewService />, { ...atNewService, path: second });
    expect(await nameField()).toHaveValue('');
    const offer = await screen.findByText(
      /“New service” for For the first, started on .+, has not been saved\./,
    );
    expect(offer).toBeVisible();
    await user.type(await nameField(), 'For the second');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(address()).toBe('/services/add?of=first'));
    expect(await nameField()).toHaveValue('For the first');
    expect(await screen.findByText('Your unsaved entries have been restored.')).toBeVisible();
  });

  it('forgets that draft when it is discarded', async () => {
    fakeServer(services, {});
    const before = await renderScreen(<NewService />, { ...atNewService, path: '/services/add?of=first' });
    await before.user.type(await nameField(), 'For the first');
    before.unmount();
    const { user } = await renderScreen(<NewService />, { ...atNewService, path: second });
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText(/has not been saved/)).not.toBeInTheDocument();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('begins with today’s defaults where nothing had been typed', () => {
    const base = { amount: 1000, reference: '' };
    const typed = { values: { amount: 1000, reference: 'UTR 42' }, base, version: null };
    expect(restored(typed, { amount: 500, reference: '' })).toEqual({ amount: 500, reference: 'UTR 42' });
  });
});
