import { expect, test } from 'vitest';
import { runsTypeScript } from './node-version.mjs';

test.each(['22.18.0', '22.21.1', '23.6.0', '24.0.0', '26.3.1'])('Node %s runs TypeScript sources', (version) => {
  expect(runsTypeScript(version)).toBe(true);
});

test.each(['18.0.0', '20.20.2', '22.9.0', '22.17.1', '23.5.0'])('Node %s does not run TypeScript sources', (version) => {
  expect(runsTypeScript(version)).toBe(false);
});
