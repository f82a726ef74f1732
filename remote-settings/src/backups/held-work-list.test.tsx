import { act, screen, waitFor, within } from '@testing-library/react';
import { session } from '@daybook/contracts/auth/session';
import { languages } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import {
  heldKinds,
  heldWork,
  type HeldKind,
  type HeldWork,
} from '@daybook/contracts/settings/backups/held-work';
import { addTexts, setLanguage } from '@daybook/shared/i18n';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import BackupList from './backup-list.tsx';
import { options, serve } from '../test/backups.ts';
import { texts } from '../test/texts.ts';

const since = '2026-11-28T06:00:00.000Z';
const me = { userType: 'admin' as const, heldSince: since };
const waits = new Map<string, { count: number; oldest: string | null }>([
  ['mails', { count: 12, oldest: '2026-10-03' }],
  ['recurring_invoices', { count: 1, oldest: null }],
]);
const held: HeldWork = {
  heldSince: since,
  kinds: heldKinds.map((kind) => ({ kind, count: 0, oldest: null, ...waits.get(kind) })),
  nextNumbers: [{ entity: 'Acme Paris', number: 'INV/26/0124' }],
};

/** A server that holds this work; what is let go is held no longer. Of the kinds that have `arrived`, something waits by then. */
function serveHeld(work: HeldWork = held, arrived: readonly HeldKind[] = []) {
  let now = work;
  return serve().also(heldWork, {
    list: () => now,
    letGo: ({ input }) => {
      const kinds = now.kinds.filter(({ kind }) => kind !== input.kind);
      now = { ...now, kinds, heldSince: kinds.length === 0 ? null : now.heldSince };
      return now;
    },
    letGoEmpty: ({ input }) => {
      const kinds = now.kinds.filter(({ kind }) => !input.kinds.includes(kind) || arrived.includes(kind));
      now = { ...now, kinds, heldSince: kinds.length === 0 ? null : now.heldSince };
      return now;
    },
  });
}

type Rendered = Awaited<ReturnType<typeof renderScreen>>;

const letGoEmpty = 'Let go where nothing waits';
/** Presses the button for all kinds of which nothing waits. Returns the dialog. */
async function askForEmpty(user: Rendered['user']): Promise<HTMLElement> {
  await user.click(within(await region()).getByRole('button', { name: letGoEmpty }));
  return screen.findByRole('dialog', { name: letGoEmpty });
}

const region = () => screen.findByRole('region', { name: 'What waits after the restore' });
const rowOf = async (kind: string) =>
  within(await region())
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(kind) !== null);

describe('the held work of a restored firm', () => {
  it('is listed with what each kind would do, and since when', async () => {
    serveHeld();
    await renderScreen(<BackupList />, { ...options, me });
    expect(await rowOf('E-mails')).toHaveTextContent(/12 e-mails are sent\. Oldest: (Oct 3|3 Oct),? 2026/);
    expect(await rowOf('Recurring invoices')).toHaveTextContent('1 series is due and creates its invoices.');
    expect(await rowOf('Imports')).toHaveTextContent('Nothing waits now.');
    expect(within(await region()).getAllByRole('listitem')).toHaveLength(heldKinds.length);
  });

  it('is let go kind by kind, after a question', async () => {
    const server = serveHeld();
    const { user } = await renderScreen(<BackupList />, { ...options, me });
    await user.click(within(await region()).getByRole('button', { name: 'Let go: E-mails' }));
    const dialog = await screen.findByRole('dialog', { name: 'Let go: E-mails' });
    expect(dialog).toHaveTextContent(/12 e-mails are sent.*cannot be held again/);
    expect(server.requestsTo(heldWork.letGo)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Let go' }));
    await waitFor(async () => expect(await rowOf('E-mails')).toBeUndefined());
    expect(server.requestsTo(heldWork.letGo).map(({ input }) => input)).toEqual([{ kind: 'mails' }]);
    expect(await rowOf('Imports')).toBeVisible();
  });

  it('names the next numbers before recurring invoices are let go', async () => {
    serveHeld();
    const { user } = await renderScreen(<BackupList />, { ...options, me });
    await user.click(within(await region()).getByRole('button', { name: 'Let go: Recurring invoices' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(/numbers below.*Acme Paris: INV\/26\/0124/);
  });

  it('is let go in one step where nothing waits', async () => {
    const server = serveHeld();
    const { user } = await renderScreen(<BackupList />, { ...options, me });
    const dialog = await askForEmpty(user);
    expect(dialog).toHaveTextContent(/Recurring tasks, Reminders,.*Nightly backups.*cannot be held again/);
    expect(dialog).not.toHaveTextContent(/E-mails|Recurring invoices|INV/);
    await user.click(within(dialog).getByRole('button', { name: 'Let go' }));
    await waitFor(async () =>
      expect(within(await region()).getAllByRole('listitem')).toHaveLength(waits.size),
    );
    expect(await rowOf('E-mails')).toBeVisible();
    const kinds = heldKinds.filter((kind) => !waits.has(kind));
    expect(server.requestsTo(heldWork.letGoEmpty).map(({ input }) => input)).toEqual([{ kinds }]);
    expect(screen.queryByRole('button', { name: letGoEmpty })).toBeNull();
  });

  it('shows the next numbers in one step too, if the series may give them out', async () => {
    serveHeld({ ...held, kinds: heldKinds.map((kind) => ({ kind, count: 0, oldest: null })) });
    const { user } = await renderScreen(<BackupList />, { ...options, me });
    expect(await askForEmpty(user)).toHaveTextContent(/Recurring invoices.*numbers below.*INV\/26\/0124/);
  });

  it('is said to stay held where something waits by then', async () => {
    serveHeld(held, ['cheques', 'imports']);
    const { user } = await renderScreen(<BackupList />, { ...options, me });
    await user.click(within(await askForEmpty(user)).getByRole('button', { name: 'Let go' }));
    expect(await screen.findByText(/stays held: Post-dated cheques, Imports$/)).toBeVisible();
    expect(await rowOf('Imports')).toBeVisible();
    expect(await rowOf('Reminders')).toBeUndefined();
  });

  it('goes with the last kind, and so does the banner', async () => {
    const server = serveHeld({ ...held, kinds: held.kinds.filter(({ kind }) => kind === 'imports') });
    const asked = jest.fn(() => ({ ...someone, userType: 'admin' as const }));
    server.also(session, { me: asked });
    const { user } = await renderScreen(<BackupList />, { ...options, me });
    await user.click(within(await region()).getByRole('button', { name: 'Let go: Imports' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Let go' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'What waits after the restore' })).toBeNull(),
    );
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  });

  it('says why a kind could not be let go', async () => {
    serveHeld().also(heldWork, {
      letGo: () => {
        throw new Refusal('STATE_NOT_ALLOWED');
      },
    });
    const { user } = await renderScreen(<BackupList />, { ...options, me });
    await user.click(within(await region()).getByRole('button', { name: 'Let go: E-mails' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Let go' }));
    expect(await within(dialog).findByRole('alert')).toBeVisible();
  });

  it('is not asked for in a firm that is not held', async () => {
    const server = serveHeld();
    await renderScreen(<BackupList />, options);
    await screen.findByRole('region', { name: 'State of the backups' });
    expect(server.requestsTo(heldWork.list)).toEqual([]);
  });

  it.each(languages)('has its words in %s', async (language) => {
    const words = texts[language].heldWork;
    expect(Object.keys(words.kinds)).toEqual([...heldKinds]);
    serveHeld();
    await act(async () => {
      addTexts('settings', language, texts[language]);
      await setLanguage(language);
    });
    await renderScreen(<BackupList />, { ...options, me, texts: { settings: texts[language] } });
    const section = await screen.findByRole('region', { name: words.title });
    for (const kind of heldKinds) expect(within(section).getByText(words.kinds[kind])).toBeVisible();
    expect(section).not.toHaveTextContent(/heldWork\./);
    await act(() => setLanguage('en'));
  });
});
