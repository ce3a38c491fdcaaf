/** Why something of a project that came from elsewhere has ended. */
export const movedReason = 'project_moved';
