import { act, screen, waitFor } from '@testing-library/react';
import Input from 'antd/es/input';
import { account } from '@daybook/contracts/auth/account';
import { services } from '@daybook/contracts/settings/services/services';
import { i18n } from '@daybook/shared/i18n';
import { defaultTheme, type Theme } from '@daybook/shared/storage';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { Appearance } from '../appearance/apply-appearance.tsx';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import SettingsDrawer from './settings-drawer.tsx';

const Field = fieldOf(services.create);

const open = (appearance: Partial<Theme> = {}) =>
  renderScreen(inSite(<SettingsDrawer isOpen onClose={() => undefined} />), {
    texts: hostTexts,
    theme: appearance,
  });
const theme = () => store.get(themeAtom);

beforeEach(() => {
  sessionStorage.clear();
  fakeServer(account, { putAppearance: () => ({}) });
});
afterEach(() => act(() => changeTheme(defaultTheme)));

describe('the display options', () => {
  it('apply at once: theme, direction, menu and its theme', async () => {
    const { user } = await open();
    await user.click(screen.getAllByText('Dark')[0] as HTMLElement);
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    await user.click(screen.getByText('Right to left'));
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    await user.click(screen.getAllByText('Dark')[1] as HTMLElement);
    await user.click(screen.getByRole('switch', { name: 'Icons only' }));
    expect(theme()).toMatchObject({ sideNavTheme: 'dark', navCollapsed: true });
    await user.click(screen.getByText('At the top'));
    await user.click(screen.getAllByRole('radio', { name: 'Teal' }).at(-1) as HTMLElement);
    expect(theme()).toMatchObject({ navType: 'top', topNavColor: '#0f766e' });
  });

  it('write numbers as a country does, and return to the defaults except for the language', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('combobox', { name: 'Numbers and dates' }));
    await user.click(await screen.findByText('12,34,567.80'));
    expect(theme().region).toBe('IN');
    act(() => changeTheme({ locale: 'fr', currentTheme: 'dark' }));
    await waitFor(() => expect(i18n.language).toBe('fr'));
    await user.click(screen.getByRole('button', { name: /Reset|Rétablir/ }));
    expect(theme()).toEqual({ ...defaultTheme, locale: 'fr' });
  });

  it('name the chosen country, also one outside the usual list', async () => {
    await open({ region: 'BR' });
    expect(screen.getByText('Brazil')).toBeVisible();
    expect(screen.getByText('1.234.567,80')).toBeVisible();
  });

  it('keep everything typed into a form', async () => {
    const form = (
      <Appearance>
        <FormScreen title="New service" endpoint={services.create} backTo="/" onSaved={() => undefined}>
          <Field name="name" label="Name">
            <Input />
          </Field>
        </FormScreen>
      </Appearance>
    );
    const { user } = await renderScreen(inSite(form), { texts: hostTexts });
    const name = screen.getByLabelText('Name');
    await user.type(name, 'Annual accounts');
    act(() => changeTheme({ locale: 'ja', direction: 'rtl', currentTheme: 'dark' }));
    await waitFor(() => expect(i18n.language).toBe('ja'));
    await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'rtl'));
    // The same element as before, so nothing was remounted.
    expect(name.isConnected).toBe(true);
    expect(name).toHaveValue('Annual accounts');
  });
});
