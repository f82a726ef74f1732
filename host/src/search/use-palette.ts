import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recordPath } from '@daybook/contracts/entities';
import { search } from '@daybook/contracts/search';
import { call } from '@daybook/shared/call';
import { currentLanguage } from '@daybook/shared/i18n';
import { useMe } from '@daybook/shared/session';
import { landingPath, profilePath } from '../routing/paths.ts';
import { useMayOpenScreen } from '../routing/screen-gate.ts';
import { useSite } from '../routing/site-context.ts';
import { findScreens, screensToOpen } from './find-screens.ts';
import { recentsOf, type Target } from './recents.ts';

const pauseMs = 200;

export interface Section {
  id: 'recent' | 'screens' | 'records';
  targets: Target[];
}

/** What the palette lists for the typed text: screens at once, records when the server has found them. */
export function usePalette(typed: string) {
  const me = useMe();
  const screens = useScreens();
  const wanted = typed.trim();
  const records = useRecords(wanted);
  if (wanted === '') {
    const recent = me === null ? [] : recentsOf(me.id);
    const rest = screens.filter(({ path }) => recent.every((one) => one.path !== path));
    return {
      sections: filled(['recent', recent], ['screens', rest]),
      isSearching: false,
      late: [],
      error: null,
    };
  }
  const { found, ...state } = records;
  return { sections: filled(['screens', findScreens(screens, wanted)], ['records', found]), ...state };
}

const filled = (...sections: [Section['id'], Target[]][]): Section[] =>
  sections.filter(([, targets]) => targets.length > 0).map(([id, targets]) => ({ id, targets }));

const own = (path: string, label: string): Target => ({ kind: 'screen', path, label, detail: '' });

function useScreens(): Target[] {
  const { t } = useTranslation('host');
  const { releases } = useSite();
  const mayOpen = useMayOpenScreen();
  return [
    own(landingPath, t('dashboard.title')),
    ...screensToOpen(releases, mayOpen, currentLanguage()),
    own(profilePath, t('profile')),
  ];
}

/** The request is sent when typing pauses. An outdated request is cancelled, and its answer is never shown. */
function useRecords(wanted: string) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = useQuery({
    queryKey: [search.find.method, search.find.path, asked],
    queryFn: ({ signal }) => call(search.find, { q: asked }, { signal }),
    enabled: asked !== '' && asked === wanted,
  });
  const isCurrent = asked === wanted;
  const rows = isCurrent ? (query.data?.rows ?? []) : [];
  return {
    found: rows.map(({ id, ...row }): Target => ({ ...row, path: recordPath(row.kind, id) })),
    late: isCurrent ? (query.data?.late ?? []) : [],
    isSearching: wanted !== '' && (!isCurrent || query.isFetching),
    error: isCurrent ? query.error : null,
  };
}
