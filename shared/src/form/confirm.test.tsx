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
  it('focuses Cancel, so that pressing Enter twice does no harm, and returns the focus', async () => {
    const { user } = await show();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(run).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
  });

  it('focuses Cancel too where a choice has to be made first', async () => {
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

  it('asks for a word to be typed first where there is no way back', async () => {
    const { user } = await show('Audit');
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.keyboard('Audit');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('stays open with the reason of a refusal, and forgets it when opened again', async () => {
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
