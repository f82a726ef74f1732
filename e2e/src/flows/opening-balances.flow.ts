import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { labelOfField } from '@daybook/api/billing/opening-balances/import/opening-import-fields';
import { readWorkbook } from '@daybook/api/imports/reading/read-workbook';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { session } from '@daybook/contracts/auth/session';
import type { Language } from '@daybook/contracts/fields';
import { makeClient } from '../installation/fill-installation.ts';
import { pick, press } from '../installation/form.ts';
import { makeMasters, office } from '../installation/masters.ts';
import { isNightly } from '../installation/nightly.ts';
import { openInstallation } from '../installation/open-installation.ts';
import type { Appearance, Installation } from '../installation/open-installation.ts';
import { startWalk } from '../installation/walk.ts';
import type { Walk } from '../installation/walk.ts';

let installation: Installation;
let client: { code: string; name: string };
before(async () => {
  installation = await openInstallation();
  const { api } = installation;
  const { entityId } = await makeMasters(api);
  await api(openingBalances.cutOver, { id: entityId, cutOverOn: '2026-03-31' });
  client = await makeClient(api, (await api(session.me, {})).id, entityId);
});
after(() => installation.close());

/** The columns as each firm's former program calls them; nobody knows the first heading. */
const headingsOf: Record<Language, string[]> = {
  en: ['Ledger account', 'Bill no', 'Invoice date', 'Balance due', 'Type'],
  zh: ['往来单位', '单号', '开票日期', '余额', '类型'],
  fr: ['Compte auxiliaire', 'Facture n°', 'Date de facture', 'Solde', 'Nature'],
  ja: ['補助科目', '請求書番号', '発行日', '残高', '種類'],
};

/** A document, an advance, tax withheld, and a row of a client that nobody knows. Amounts and dates are written as in India. */
function openingsIn(language: Language): Buffer {
  const rows = [
    headingsOf[language],
    [client.code, `${language}-1`, '15/01/2026', '1,25,000.50', ''],
    [client.name, `${language}-2`, '16-02-2026', '-40,000.00', ''],
    [client.code, `${language}-1`, '15/01/2026', '1,250.00', 'TDS'],
    ['Nobody & Co', `${language}-4`, '15/01/2026', '5.00', ''],
  ];
  return Buffer.from(rows.map((cells) => cells.join('\t')).join('\r\n'));
}

const standing = async () =>
  (await installation.api(openingBalances.list, {})).rows
    .map(({ kind, number, date, amount }) => `${kind} ${number} ${date} ${amount}`)
    .toSorted();

/** Says in the dialog what the unknown column is, and for which billing entity the file is. */
async function mapColumns({ page, words }: Walk, language: Language): Promise<void> {
  const dialog = page.getByRole('dialog');
  const [unknown = '', number = ''] = headingsOf[language];
  await dialog.getByLabel(number, { exact: true }).waitFor();
  const label = labelOfField('client', language);
  await pick(dialog, unknown, label, label);
  await pick(dialog, words('billing:field.entity'), office);
  await press(dialog, words('import-screens:check'));
  await dialog.waitFor({ state: 'hidden' });
}

async function importOpenings(appearance: Appearance & { language: Language }): Promise<void> {
  const { language } = appearance;
  const walk = await startWalk(installation, appearance);
  const { page, words, go, complaints } = walk;
  const t = (key: string, values = {}) => words(`import-screens:${key}`, values);
  /** What stands of a row of the file, in a table or on a card. */
  const rowOf = (name: string): Locator => page.locator('[data-row-key]').filter({ hasText: name });

  await go('opening-balances');
  await page
    .getByRole('link', { name: words('billing:opening.bring'), exact: true })
    .first()
    .click();
  await page.getByRole('heading', { name: words('billing:opening.imports'), level: 1 }).waitFor();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: `${language}.csv`, mimeType: 'text/csv', buffer: openingsIn(language) });
  await mapColumns(walk, language);

  // The refused row says why; the other three are offered.
  await page.getByText(`${t('state.refused')}: 1`, { exact: true }).waitFor();
  await rowOf('Nobody & Co').getByText(labelOfField('client', language)).waitFor();
  assert.deepEqual(await standing(), []);
  await press(page, t('runValid_other', { count: 3 }));
  await page.getByText(`${t('outcome.made')}: 3`, { exact: true }).waitFor();
  assert.deepEqual(await standing(), [
    `invoice ${language}-1 2026-01-15 12500050`,
    `receipt ${language}-2 2026-02-16 4000000`,
    `withheld ${language}-1 2026-01-15 125000`,
  ]);

  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, t('download'))]);
  const { rows } = await readWorkbook(readFileSync(await saved.path()), { rows: 10, columns: 10 });
  assert.deepEqual(
    rows.slice(1).map(({ cells }) => [cells[0], cells[2]]),
    [
      ['2', t('outcome.made')],
      ['3', t('outcome.made')],
      ['4', t('outcome.made')],
      ['5', t('outcome.refused')],
    ],
  );

  await rowOf(`${language}-2`).getByRole('link').click();
  await page.getByRole('heading', { name: `${language}-2`, level: 1 }).waitFor();
  await page.goBack();
  await press(page, t('undoVerb'));
  await press(page.getByRole('dialog'), t('undoVerb'));
  await page.getByText(`${t('undo.undone')}: 3`, { exact: true }).waitFor();
  assert.deepEqual(await standing(), []);
  assert.deepEqual(complaints, []);
  await page.context().close();
}

/** Two of them in CI, all of them in `pnpm nightly`. */
const walks = [
  { language: 'en', width: 390, theme: 'dark' },
  { language: 'ja', width: 1440 },
  { language: 'fr', width: 390 },
  { language: 'zh', width: 1440 },
] as const;

describe('opening balances of a former program', () => {
  for (const appearance of isNightly ? walks : walks.slice(0, 2))
    it(`are imported from a file and taken back, in ${appearance.language} on ${appearance.width} pixels`, () =>
      importOpenings(appearance));
});
