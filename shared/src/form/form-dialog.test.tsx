import { act, screen, waitFor } from '@testing-library/react';
import Input from 'antd/es/input';
import { useState } from 'react';
import { lookups } from '@daybook/contracts/lookups';
import { services } from '@daybook/contracts/settings/services/services';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { Lookup } from '../inputs/lookup.tsx';
import { fieldOf } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const Field = fieldOf(services.create);

function Opened({ dialog }: { dialog: (close: () => void) => React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

const formDialog = (onClose: () => void) => (
  <FormDialog title="New service" endpoint={services.create} verb="Add" onSaved={onClose} onClose={onClose}>
    <Field name="name" label="Name">
      <Input />
    </Field>
  </FormDialog>
);

const reasonDialog = (onClose: () => void) => (
  <ReasonDialog
    question="Send back"
    label="Name"
    verb="Send back"
    isRequired
    run={async () => undefined}
    onClose={onClose}
  />
);

const withPicker = (onClose: () => void) => (
  <FormDialog title="New service" endpoint={services.create} verb="Add" onSaved={onClose} onClose={onClose}>
    <input type="file" aria-label="File" hidden />
    <Field name="taxCodeId" label="Tax code">
      <Lookup kind="tax_code" />
    </Field>
  </FormDialog>
);

const opener = () => screen.getByRole('button', { name: 'open' });

describe.each([
  ['a form', formDialog],
  ['a reason', reasonDialog],
] as const)('a dialog of %s', (_, dialog) => {
  const opened = async () => {
    fakeServer(services, {});
    const shown = await renderScreen(<Opened dialog={dialog} />);
    await shown.user.click(screen.getByRole('button', { name: 'open' }));
    return { ...shown, name: await screen.findByRole('textbox', { name: 'Name' }) };
  };

  it('focuses its first field, and returns the focus when it closes', async () => {
    const { user, name } = await opened();
    await waitFor(() => expect(name).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener()).toHaveFocus();
  });

  it('asks before typed input is lost, by Esc as by Cancel', async () => {
    const { user, name } = await opened();
    await waitFor(() => expect(name).toHaveFocus());
    await user.keyboard('A');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(name).toHaveValue('A');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener()).toHaveFocus();
  });
});

describe('a dialog whose opener is gone', () => {
  it('moves the focus to the page', async () => {
    fakeServer(services, {});
    const { user } = await renderScreen(
      <main id="content" tabIndex={-1}>
        <Opened dialog={formDialog} />
      </main>,
    );
    await user.click(opener());
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(name).toHaveFocus());
    opener().remove();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});

describe('a dialog with a form', () => {
  it('saves with Ctrl+Enter from anywhere in it, and no picker or button gets the key', async () => {
    fakeServer(services, {}).also(lookups, { find: () => [] });
    const { user } = await renderScreen(<Opened dialog={withPicker} />);
    await user.click(opener());
    const picker = await screen.findByRole('combobox', { name: 'Tax code' });
    await waitFor(() => expect(picker).toHaveFocus());
    await user.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('2 fields need attention')).toBeVisible();
    act(() => picker.focus());
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(picker).toHaveAttribute('aria-expanded', 'false');
  });
});
