import { useEffect } from 'react';
import { refreshMe } from '@daybook/shared/session';

/** After the form of a billing entity, wherever it leads: dates are written as in the country of the firm, which may have changed. */
export function useFirmCountryAfterwards(): void {
  useEffect(() => () => void refreshMe().catch(() => undefined), []);
}
