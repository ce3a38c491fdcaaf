export { mountConsent } from './mount-consent.ts';
