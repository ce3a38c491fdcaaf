/** Of migration 0019: where projects are while they arrive. Nobody is a member of it. */
export const arrivingWorkspace = '00000000-0000-4000-8000-000000000019';
