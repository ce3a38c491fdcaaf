/** Whether what stands in the place of what a schedule does is that it ends: rules on schedules are about that, too. */
export const endsSchedule = (template: Readonly<Record<string, unknown>>): boolean => template['kind'] === 'schedule.delete';
