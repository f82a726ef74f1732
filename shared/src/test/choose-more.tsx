import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Begins one of the actions that a record keeps in its menu. */
export async function chooseMore(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}
