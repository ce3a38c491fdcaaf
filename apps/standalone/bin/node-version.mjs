/**
 * Whether a Node of this version runs TypeScript sources without a flag: 22.18 and later in the 22 line, 23.6 and later.
 *
 * @param {string} version as in `process.versions.node`
 * @returns {boolean}
 */
export function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 22) return minor >= 18;
  if (major === 23) return minor >= 6;
  return major > 23;
}
