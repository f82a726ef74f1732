import { screen, waitFor } from '@testing-library/react';
import { ApiRefusal } from '@daybook/shared/call';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { ConfirmButton, ConfirmDialog } from '@daybook/shared/form/confirm';

const run = jest.fn<Promise<void>, []>();
const show = async (typedWord?: string) => {
  const shown = await renderScreen(
    <ConfirmButton
      question="Delete Audit?"
      consequence="This cannot be undone."
      verb="Delete"
      {...(typedWord !== undefined && { typedWord })}
      run={run}
    >
      Remove
    </ConfirmButton>,
  );
  await shown.user.click(screen.getByRole('button', { name: 'Remove' }));
  return shown;
};

beforeEach(() => run.mockReset().mockResolvedValue());

describe('a confirmation', () => {
  it('begins at Cancel, so that Enter pressed twice does no harm, and gives the focus back', async () => {
    const { user } = await show();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(run).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
  });

  it('begins at Cancel too where something has to be chosen before it is ready', async () => {
    await renderScreen(
      <ConfirmDialog
        isDangerous={false}
        isReady={false}
        question="Hand over?"
        consequence="To one colleague."
        verb="Hand over"
        run={run}
        onClose={() => undefined}
      />,
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  });

  it('wants the word typed first where nothing can be taken back', async () => {
    const { user } = await show('Audit');
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.keyboard('Audit');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('stays open with the reason when it is refused, and forgets it when asked anew', async () => {
    run.mockRejectedValueOnce(new ApiRefusal('REFERENCED', 'Other records use this one.'));
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Other records use this one.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('This cannot be undone.')).toBeVisible();
    expect(screen.queryByText('Other records use this one.')).not.toBeInTheDocument();
  });
});
