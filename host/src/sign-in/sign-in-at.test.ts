import { signInAt } from './sign-in-at.ts';

const landing = '/app/dashboards/default';

describe('the sign-in page that a visitor gets', () => {
  it.each([
    ['/', `/auth/login?redirect=${encodeURIComponent(landing)}`, landing],
    ['/app', `/auth/login?redirect=${encodeURIComponent(landing)}`, landing],
    ['/app/clients?q=a#b', '/auth/login?redirect=%2Fapp%2Fclients%3Fq%3Da%23b', '/app/clients?q=a#b'],
    ['/auth/login?redirect=%2Fapp%2Ftasks', '/auth/login?redirect=%2Fapp%2Ftasks', '/app/tasks'],
    ['/login?redirect=https://elsewhere.example', '/login?redirect=https://elsewhere.example', landing],
  ])('at %s is %s and leads to %s', (asked, address, goTo) => {
    expect(signInAt(new URL(asked, 'http://localhost'))).toEqual({ address, goTo });
  });

  it.each(['/auth/forgot', '/auth/link', '/auth/setup', '/home', '/application'])(
    'is none at %s',
    (asked) => {
      expect(signInAt(new URL(asked, 'http://localhost'))).toBeNull();
    },
  );
});
