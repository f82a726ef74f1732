import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Starts one of the actions in a record's menu. */
export async function chooseMore(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}
