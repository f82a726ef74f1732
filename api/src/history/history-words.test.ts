import { readFileSync } from 'node:fs';
import { languages } from '@daybook/contracts/fields';
import { historyParts } from '@daybook/contracts/history';
import { routes } from '../routes.ts';
import { historyOfKind } from './history-of-kind.ts';

type Texts = { [key: string]: string | Texts };

const read = (language: string): Texts =>
  JSON.parse(
    readFileSync(new URL(`../../../shared/src/locales/history/${language}.json`, import.meta.url), 'utf8'),
  ) as Texts;
const verbOf = (action: string): string => action.split('.').at(-1) ?? '';

/** Commands that the handlers of secrets write themselves (api/src/auth). */
const besides = ['auth.acceptLink', 'auth.changePassword', 'auth.confirmTotp', 'auth.endTotp'];

it.each(languages)('in %s every command that writes has a text in the history', (language) => {
  const texts = read(language)['done'] as Texts;
  const commands = [
    ...routes.filter(({ endpoint }) => !endpoint.reads).map(({ action }) => action),
    ...besides,
  ];
  expect(commands.filter((action) => typeof texts[verbOf(action)] !== 'string')).toEqual([]);
});

it('the history of a kind counts commands as its own that the API has', () => {
  const commands = [...routes.map(({ action }) => action), ...besides, 'series.run'];
  const lacking = Object.values(historyOfKind)
    .flatMap(({ domains }) => domains)
    .filter((domain) => !commands.some((action) => action.startsWith(`${domain}.`)));
  expect(lacking).toEqual([]);
});

it.each(languages)('in %s every part of a record has a text in the history', (language) => {
  const parts = read(language)['part'] as Record<string, Texts>;
  const lacking = Object.entries(historyParts).flatMap(([part, steps]) =>
    steps.filter((step) => typeof parts[part]?.[step] !== 'string').map((step) => `${part}.${step}`),
  );
  expect(lacking).toEqual([]);
});
