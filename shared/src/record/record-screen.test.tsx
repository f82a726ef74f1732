import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Refusal } from '@daybook/contracts/refusals';
import { services } from '@daybook/contracts/settings/services/services';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '../form/confirm.tsx';
import { useSave } from '../form/use-save.tsx';
import { Amount } from './amount.tsx';
import { DateText } from './date-text.tsx';
import { Facts, RecordScreen, RecordSection } from './record-screen.tsx';
import { StatusTag } from './status-tag.tsx';

function VoidButton({ typedWord }: { typedWord?: string }) {
  const { save } = useSave(services.remove);
  return (
    <ConfirmButton
      danger
      question="Void invoice 25-26/0042"
      consequence="It keeps its number."
      verb="Void it"
      {...(typedWord !== undefined && { typedWord })}
      run={async () => save({ id: '018f2b1c-0000-7000-8000-000000000001' }, 3)}
    >
      Void
    </ConfirmButton>
  );
}

describe('a record', () => {
  it('takes the focus when the pressed button is gone, and only then', async () => {
    await renderScreen(<RecordScreen title="Invoice 25-26/0042">{null}</RecordScreen>);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    cleanup();
    await renderScreen(
      <RecordScreen title="Invoice 25-26/0043">
        <input aria-label="Reason" ref={(box) => box?.focus()} />
      </RecordScreen>,
    );
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  });

  it('has its title, its status and its actions at the top, with its parts below', async () => {
    await renderScreen(
      <RecordScreen
        title="Invoice 25-26/0042"
        status={<StatusTag tone="overdue">Overdue</StatusTag>}
        actions={<button type="button">Send</button>}
        aside={<RecordSection title="History">Issued</RecordSection>}
      >
        <RecordSection title="Dates">
          <Facts
            facts={[
              { label: 'Due', value: <DateText date="2026-03-31" /> },
              { label: 'Total', value: <Amount minor={-123_450} currency="EUR" /> },
              { label: 'PO number', value: null },
            ]}
          />
        </RecordSection>
      </RecordScreen>,
    );
    const record = screen.getByRole('article', { name: 'Invoice 25-26/0042' });
    expect(within(record).getByText('Overdue')).toBeVisible();
    expect(within(record).getByText('31 Mar 2026')).toHaveAttribute('datetime', '2026-03-31');
    expect(within(record).getByText('-€1,234.50')).toBeVisible();
    expect(
      within(within(record).getByRole('complementary')).getByRole('heading', { name: 'History' }),
    ).toBeVisible();
  });
});

describe('a dangerous action', () => {
  it('explains itself, asks for its word, and runs once', async () => {
    const server = fakeServer(services, { remove: () => ({}) });
    const { user } = await renderScreen(<VoidButton typedWord="VOID" />);
    await user.click(screen.getByRole('button', { name: 'Void' }));
    const dialog = await screen.findByRole('dialog', { name: 'Void invoice 25-26/0042' });
    expect(within(dialog).getByText('It keeps its number.')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Void it' })).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox'), 'VOID');
    await user.click(within(dialog).getByRole('button', { name: 'Void it' }));
    await waitFor(() => expect(dialog).not.toBeVisible());
    expect(server.requestsTo(services.remove)).toMatchObject([{ version: 3 }]);
  });

  it('stays open with the reason of a refusal', async () => {
    fakeServer(services, {
      remove: () => {
        throw new Refusal('REFERENCED');
      },
    });
    const { user } = await renderScreen(<VoidButton />);
    await user.click(screen.getByRole('button', { name: 'Void' }));
    await user.click(await screen.findByRole('button', { name: 'Void it' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Other records use this one');
  });
});

describe('a notice', () => {
  it('offers an undo', async () => {
    const undo = jest.fn();
    const { user } = await renderScreen(<p>screen</p>);
    act(() => notify.success('Task deleted.', { action: { label: 'Undo', run: undo } }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
  });
});
