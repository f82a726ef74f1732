import { languages } from './fields.ts';
import { notificationGroups } from './notification-settings.ts';
import { eventName, notificationText } from './notification-texts.ts';
import { notificationKinds } from './notifications.ts';

describe('the texts of notifications', () => {
  it.each(languages)('name each event and say what happened, in %s', (language) => {
    for (const kind of notificationKinds) {
      expect(eventName(language, kind)).toMatch(/\S{2}/);
      const text = notificationText(language, kind, { count: 2, name: 'Ada' });
      expect(text).not.toBe(kind);
      expect(text).not.toContain('{{');
    }
  });

  it('count in the plurals of the language', () => {
    const [one, two] = [1, 2].map((count) =>
      notificationText('fr', 'enquiries_handed_over', { by: 'Léa', count }),
    );
    expect([one, two]).toEqual(['Léa vous a confié une demande', 'Léa vous a confié 2 demandes']);
    expect(notificationText('ja', 'enquiries_handed_over', { by: '花子', count: 1 })).toContain('1 件');
  });

  it('are offered on the screens once for each event', () => {
    expect(Object.values(notificationGroups).flat().toSorted()).toEqual(notificationKinds.toSorted());
  });
});
