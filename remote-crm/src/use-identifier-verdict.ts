import { useEffect, useState } from 'react';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { usePause } from '@daybook/shared/inputs/use-pause';

export type Verdict = 'ok' | 'format' | 'checksum';

/** Checks a tax number when typing pauses. The code with the checks of all countries loads when it is first needed. */
export function useIdentifierVerdict(
  scheme: TaxScheme | undefined,
  value: string | undefined,
): Verdict | null {
  const typed = usePause(value?.trim() ?? '');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isLate = false;
    const judge = async () => {
      if (scheme === undefined || scheme === 'other' || typed === '') return null;
      const { checkIdentifier } = await import(
        /* webpackChunkName: "identifiers" */ '@daybook/contracts/identifiers/identifiers'
      );
      const check = checkIdentifier(scheme, typed);
      return check.ok ? 'ok' : check.reason;
    };
    const tell = async () => {
      // If that code cannot be loaded, the field shows no verdict. The server checks the number when it is saved.
      const found = await judge().catch(() => null);
      if (!isLate) setVerdict(found);
    };
    void tell();
    return () => {
      isLate = true;
    };
  }, [scheme, typed]);
  return verdict;
}
