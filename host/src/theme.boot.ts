// Runs before the first paint, so that the dark theme starts without a white flash. It reads what `session` stores.
(() => {
  let kept: { currentTheme?: string; direction?: string; locale?: string } = {};
  try {
    kept = JSON.parse(localStorage.getItem('theme') ?? '{}') as typeof kept;
  } catch {
    return;
  }
  const { documentElement: html } = document;
  const isDark = kept.currentTheme === 'dark';
  html.dataset.theme = isDark ? 'dark' : 'light';
  html.style.colorScheme = isDark ? 'dark' : 'light';
  html.dir = kept.direction === 'rtl' ? 'rtl' : 'ltr';
  if (kept.locale) html.lang = kept.locale;
})();
