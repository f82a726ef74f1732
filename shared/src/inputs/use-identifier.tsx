import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AboutIdentifier } from '@daybook/contracts/identifiers/about-identifier';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { regionName } from '@daybook/contracts/regions';
import { countryName } from './code-names.tsx';
import { usePause } from './use-pause.tsx';

/** What a tax number says, when typing pauses. The code with the checks of all countries loads when it is first needed. */
export function useIdentifier(
  scheme: TaxScheme | undefined,
  value: string | undefined,
): AboutIdentifier | null {
  const typed = usePause(value?.trim() ?? '');
  const [about, setAbout] = useState<AboutIdentifier | null>(null);
  useEffect(() => {
    let isLate = false;
    const judge = async () => {
      if (scheme === undefined || scheme === 'other' || typed === '') return null;
      const { aboutIdentifier } = await import(
        /* webpackChunkName: "tax-numbers" */ '@daybook/contracts/identifiers/about-identifier'
      );
      return aboutIdentifier(scheme, typed);
    };
    const tell = async () => {
      // If that code cannot be loaded, the field shows no verdict. The server checks the number when it is saved.
      const found = await judge().catch(() => null);
      if (!isLate) setAbout(found);
    };
    void tell();
    return () => {
      isLate = true;
    };
  }, [scheme, typed]);
  return about;
}

const placeName = (place: string): string => (place.includes('-') ? regionName(place) : countryName(place));

/** The words below the field of a tax number: whether it is valid, and what it says. `nameOf` names a kind of number. */
export function useIdentifierText(nameOf: (scheme: TaxScheme) => string) {
  const { t } = useTranslation('shared');
  return ({ verdict, place, pan, fits }: AboutIdentifier): string => {
    if (fits !== undefined) return t('identifier.fits', { kind: nameOf(fits) });
    const said = [place && placeName(place), pan && t('identifier.pan', { pan })].filter(Boolean).join(', ');
    return said === '' ? t(`identifier.${verdict}`) : t('identifier.says', { said });
  };
}
