import {
  confusedButtons,
  flat,
  missingTexts,
  unevenTexts,
  unreadTexts,
  unusedTexts,
  type Namespace,
} from './texts-in-use.ts';

type Texts = Parameters<typeof flat>[0];

const namespace = (name: string, en: Texts, others: Record<string, Texts> = {}): Namespace => ({
  name,
  folder: `remote-${name}`,
  byLanguage: Object.fromEntries(
    Object.entries({ en, ...others }).map(([language, texts]) => [language, new Map(flat(texts))]),
  ),
});
const source = (code: string, folder = 'remote-billing') => ({ folder, file: 'a.tsx', code });

describe('the check of texts', () => {
  it('finds a missing key, an extra key and a missing placeholder of a language', () => {
    const en = { save: 'Save', left: '{{name}} left', items_one: 'One item', items_other: '{{count}} items' };
    const ja = { left: '退職', extra: '余分', items_other: '{{count}}件' };
    expect(unevenTexts(namespace('billing', en, { ja }))).toEqual([
      'billing:save is missing in ja',
      'billing:extra is in ja and not in en',
      'billing:left in ja leaves out {{name}}',
    ]);
  });

  it('finds a key that is used but does not exist, including one in a template', () => {
    const known = [
      namespace('billing', { save: 'Save', status: { draft: 'Draft' } }),
      namespace('shared', { ok: 'OK' }),
    ];
    const code =
      "t('save'); t('shared:ok'); t(`status.${one}`); t('gone'); t(`mode.${one}`); t('shared:gone')";
    expect(missingTexts(known, [source(code)])).toEqual([
      'a.tsx: gone is in none of billing',
      'a.tsx: mode.${one} is in none of billing',
      'a.tsx: shared:gone is in none of shared',
    ]);
  });

  it('looks in the namespaces that the file uses', () => {
    const known = [namespace('billing', { save: 'Save' }), namespace('shared', { ok: 'OK' })];
    expect(missingTexts(known, [source("useTranslation('shared'); t('ok'); t('save')")])).toEqual([
      'a.tsx: save is in none of shared',
    ]);
  });

  it('finds a key that no code uses', () => {
    const known = [
      namespace('billing', { save: 'Save', field: { name: 'Name' }, status: { draft: 'Draft' }, old: 'Old' }),
    ];
    const code = "t('save'); const label = 'field.name'; t(`status.${one}`)";
    expect(unusedTexts(known, [source(code)])).toEqual(['billing:old is not used']);
    expect(unusedTexts(known, [source(code, 'remote-crm')])).toHaveLength(4);
  });

  it('finds a button with the label of Cancel, and two buttons of one dialog with the same label', () => {
    const known = [
      namespace('shared', { confirm: { cancel: 'Cancel' } }, { fr: { confirm: { cancel: 'Annuler' } } }),
      namespace(
        'billing',
        { refund: { takeBack: 'Reverse' }, issue: { keep: 'Keep', stay: 'Stay' } },
        { fr: { refund: { takeBack: 'Annuler' }, issue: { keep: 'Garder', stay: 'Garder' } } },
      ),
    ];
    const code = "okText={t('issue.stay')}\ncancelText={t('issue.keep')}";
    expect(confusedButtons(known, [source(code)])).toEqual([
      'billing:refund.takeBack in fr says "Annuler", as Cancel does',
      'a.tsx: issue.keep and issue.stay are both "Garder" in fr',
    ]);
  });

  it('finds a text that the server’s code does not name, unless its group is read as a whole', () => {
    const known = [namespace('mails', { reset: { subject: 'Reset', body: { note: 'Note' } }, gone: 'Gone' })];
    const code = "const { subject, body } = mails[language][purpose]; written('reset')";
    expect(unreadTexts(known, [source(code, 'api')], /\.body\./)).toEqual(['mails:gone is not used']);
    expect(unreadTexts(known, [source(code, 'api')], /^none$/)).toEqual([
      'mails:reset.body.note is not used',
      'mails:gone is not used',
    ]);
  });
});
