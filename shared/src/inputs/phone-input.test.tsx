import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { PhoneInput } from './phone-input.tsx';

function Phone({ country }: { country?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return <PhoneInput id="phone" value={value} onChange={setValue} country={country} />;
}

it.each([
  ['IN', '98250 12345', '+919825012345'],
  ['GB', '020 7946 0958', '+442079460958'],
  ['JP', '03-1234-5678', '+81312345678'],
  ['FR', '+33 1 23 45 67 89', '+33123456789'],
  // Not a number of that country: the text stays as typed, and the form refuses it.
  ['FR', '12', '12'],
])('a number typed as people in %s write it: %s', async (country, typed, kept) => {
  const { user } = await renderScreen(<Phone country={country} />);
  await user.type(screen.getByRole('textbox'), typed);
  await user.tab();
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue(kept));
});
