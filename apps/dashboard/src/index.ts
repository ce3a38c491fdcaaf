export { mountDashboard } from './mount-dashboard.ts';
export type { PageAddresses } from './page-headers.ts';
