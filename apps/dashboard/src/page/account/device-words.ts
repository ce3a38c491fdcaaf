/** Marks of browsers in what they call themselves, those first that also bear the marks of later ones. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** What a session was begun with: a browser and its system, as far as they can be told, or the name that a program gives itself. */
export function deviceWords(userAgent: string | null): string {
  if (userAgent === null) return 'An unnamed program';
  if (!userAgent.startsWith('Mozilla/')) return userAgent;
  const [, browser] = browsers.find(([mark]) => userAgent.includes(`${mark}/`)) ?? [];
  const [, system] = systems.find(([mark]) => userAgent.includes(mark)) ?? [];
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
