import type { Membership, ProjectRef } from '../api/people.ts';

/** What every page of a project is given. */
export interface ProjectProps {
  readonly project: ProjectRef;
  readonly workspace: Membership;
}
