export { mountConsent } from './mount-consent.ts';
export type { PageAddresses } from './page-headers.ts';
