/** What stands for a secret: the same for the same secret of a project, and nothing that tells of it. In hexadecimal. */
export type Commit = (secret: string) => string;

/** Makes what stands for secrets, with a key of each project. */
export interface Commitments {
  /** @throws STORE_UNAVAILABLE, and NOT_FOUND when the project is gone. */
  of(projectId: string): Promise<Commit>;
}
