import { bypassesByCode } from './bypasses-by-code.ts';
import { bypassesByTarget } from './bypasses-by-target.ts';

/**
 * Commands that the profile "standard" denies in `/repo`, by the way in which they try to get past it. No revision that lets one of them
 * through is activated.
 */
export const bypasses: Readonly<Record<string, readonly string[]>> = { ...bypassesByCode, ...bypassesByTarget };
