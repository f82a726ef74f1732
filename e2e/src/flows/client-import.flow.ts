import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { labelOfField } from '@daybook/api/crm/clients/import/client-import-fields';
import { readWorkbook } from '@daybook/api/imports/reading/read-workbook';
import { workbookFile } from '@daybook/api/test/files/workbooks';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { Language } from '@daybook/contracts/fields';
import { pick, press } from '../installation/form.ts';
import { makeMasters, office } from '../installation/masters.ts';
import { oneInCi } from '../installation/nightly.ts';
import { openInstallation, owner } from '../installation/open-installation.ts';
import type { Appearance, Installation } from '../installation/open-installation.ts';
import { startWalk } from '../installation/walk.ts';
import type { Walk } from '../installation/walk.ts';

let installation: Installation;
before(async () => {
  installation = await openInstallation();
  await makeMasters(installation.api);
});
after(() => installation.close());

/** The columns as each firm's former program calls them; nobody knows the first heading. */
const headingsOf: Record<
  Language,
  [unknown: string, name: string, email: string, phone: string, note: string]
> = {
  en: ['Dossier', 'Customer name', 'Email ID', 'Mobile', 'Remarks'],
  zh: ['档案', '公司名称', '电子邮箱', '手机', '备注'],
  fr: ['Dossier n° interne', 'Nom du client', 'Courriel', 'Téléphone', 'Commentaires'],
  ja: ['整理番号', '取引先名', 'メールアドレス', '携帯電話', 'メモ'],
};
const names: Record<Language, [string, string, string]> = {
  en: ['Harker & Sons', 'Carfax Estates', 'Westenra Trust'],
  zh: ['上海贸易有限公司', '北京咨询公司', '广州电子厂'],
  fr: ['Boulangerie Noël', 'Atelier d’Orléans', 'Société Générale du Thé'],
  ja: ['東京商事株式会社', '大阪工業株式会社', '山田商店'],
};

/** A workbook with a title, a hidden sheet and three clients. The e-mail address of the last one is invalid. */
function clientsIn(language: Language): Buffer {
  const [first, second, third] = names[language];
  return workbookFile([
    { name: 'Hidden', state: 'hidden', rows: [['Nothing']] },
    {
      name: 'Clients',
      merged: ['A1:E1'],
      rows: [
        ['2026'],
        [],
        headingsOf[language],
        [`${language}-001`, first, `first@${language}.test`, '+919812345678', 'Since 2019'],
        [`${language}-002`, second, `second@${language}.test`, 9_812_345_679, null],
        [`${language}-003`, third, 'at the office', null, 'Asks first'],
      ],
    },
  ]);
}

/** Says in the dialog what the unknown column is, and what all rows of the file have in common. */
async function mapColumns({ page, words }: Walk, language: Language): Promise<void> {
  const dialog = page.getByRole('dialog');
  const [unknown, name] = headingsOf[language];
  await dialog.getByText(`${language}-001 · ${language}-002`).waitFor();
  await dialog.getByText(labelOfField('name', language), { exact: true }).waitFor();
  await dialog.getByLabel(name, { exact: true }).waitFor();
  const code = labelOfField('code', language);
  await pick(dialog, unknown, code, code);
  await pick(dialog, words('crm:client.kind'), words('crm:kind.company'));
  await pick(dialog, words('crm:client.taxTreatment'), words('crm:taxTreatment.unregistered'));
  await pick(dialog, words('crm:client.crm'), owner.name, owner.name);
  await pick(dialog, words('crm:client.defaultEntity'), office, office);
  await press(dialog, words('import-screens:check'));
  await dialog.waitFor({ state: 'hidden' });
}

async function importClients(appearance: Appearance & { language: Language }): Promise<void> {
  const { language } = appearance;
  const walk = await startWalk(installation, appearance);
  const { page, words, go, complaints } = walk;
  const t = (key: string, values = {}) => words(`import-screens:${key}`, values);
  const [first, second, third] = names[language];
  const file = `${names[language][0]}.xlsx`;
  /** What stands of a row of the file, in a table or on a card. */
  const rowOf = (name: string): Locator => page.locator('[data-row-key]').filter({ hasText: name });

  await go('clients');
  // An empty list shows the link a second time.
  await page
    .getByRole('link', { name: words('crm:import.open'), exact: true })
    .first()
    .click();
  await page.getByRole('heading', { name: words('crm:import.title'), level: 1 }).waitFor();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: file, mimeType: 'application/octet-stream', buffer: clientsIn(language) });
  await mapColumns(walk, language);

  // The refused row says why; the other two are offered.
  await page.getByText(`${t('state.refused')}: 1`, { exact: true }).waitFor();
  await rowOf(third).getByText(t('state.refused'), { exact: true }).waitFor();
  await rowOf(third).getByText(labelOfField('contact1.email', language)).waitFor();
  const reason = await rowOf(third).locator('p').first().innerText();
  assert.deepEqual((await installation.api(clients.list, { q: first })).rows, []);
  await press(page, t('runValid_other', { count: 2 }));
  await page.getByText(`${t('outcome.made')}: 2`, { exact: true }).waitFor();

  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, t('download'))]);
  const { rows } = await readWorkbook(readFileSync(await saved.path()), { rows: 10, columns: 10 });
  const result = rows.map(({ cells }) => cells);
  assert.deepEqual(
    result.slice(1).map((cells) => cells.slice(0, 3)),
    [
      ['4', first, t('outcome.made')],
      ['5', second, t('outcome.made')],
      ['6', third, t('outcome.refused')],
    ],
  );
  assert.equal(result[3]?.[3], reason);

  await rowOf(second).getByRole('link').click();
  await page.getByRole('heading', { name: second, level: 1 }).waitFor();
  const [made] = (await installation.api(clients.list, { q: `${language}-002` })).rows;
  assert.equal(made?.contact?.phone, '+919812345679');
  await page.goBack();
  await press(page, t('undoVerb'));
  await press(page.getByRole('dialog'), t('undoVerb'));
  await page.getByText(`${t('undo.undone')}: 2`, { exact: true }).waitFor();
  assert.deepEqual((await installation.api(clients.list, { q: second })).rows, []);
  assert.deepEqual(complaints, []);
  await page.context().close();
}

const walks = [
  { language: 'zh', width: 390 },
  { language: 'fr', width: 1440 },
  { language: 'en', width: 390 },
  { language: 'ja', width: 1440 },
] as const;

describe('clients of a former program', () => {
  for (const appearance of oneInCi(walks, 1))
    it(`are imported from a workbook and taken back, in ${appearance.language} on ${appearance.width} pixels`, () =>
      importClients(appearance));
});
