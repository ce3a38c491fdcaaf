export { mountDashboard } from './mount-dashboard.ts';
