import type { ArchiveHeader, ArchiveRecord } from '@cairn/contracts';
import type { DirectoryRefusal, PersonActor, Project } from '@cairn/auth';

/** A project that is on its way in. One arrival is fed by one caller, one call after the other. */
export interface Arrival {
  readonly projectId: string;
  readonly workspaceId: string;
  readonly header: ArchiveHeader;
}

/** What came of the beginning: it may come, it is there already, or another request is bringing it in or was cut off. */
export type Beginning =
  | { readonly outcome: 'begun'; readonly arrival: Arrival }
  | { readonly outcome: 'there'; readonly project: Project }
  /** `seconds`: until the other request would be taken for dead, were it not heard of again. */
  | { readonly outcome: 'busy'; readonly seconds: number }
  | { readonly outcome: DirectoryRefusal };

/** Takes projects out of the service and in. */
export interface ProjectArchives {
  /** The project of an export that begins, which the project's audit tells of. */
  open(person: PersonActor, projectId: string, archiveId: string): Promise<Project | DirectoryRefusal>;
  /** Whether the person may still take that project out. */
  mayRead(userId: string, projectId: string): Promise<boolean>;
  /** Everything of it but its audit, a page at a time. */
  read(projectId: string): AsyncGenerator<readonly ArchiveRecord[]>;
  /** The audit of the project that it came from, if it came from an archive. */
  readFormerAudit(projectId: string): AsyncGenerator<readonly ArchiveRecord[]>;
  /**
   * Begins to bring an archive into a workspace, where nobody sees it yet. The same archive in the same workspace is one project; what an
   * attempt left that was cut off is cleared first.
   */
  begin(person: PersonActor, workspaceId: string, header: ArchiveHeader): Promise<Beginning>;
  /** Adds the next records, in one transaction. @throws INVALID_ARGUMENT, CONFLICT when another attempt took its place */
  put(arrival: Arrival, records: readonly ArchiveRecord[]): Promise<void>;
  /** Shows it. Its documents are read and its memories indexed from then on. @throws INVALID_ARGUMENT, CONFLICT */
  finish(person: PersonActor, arrival: Arrival): Promise<Project>;
  /** Destroys what has come. */
  abandon(arrival: Arrival): Promise<void>;
  /** Destroys what nobody has fed for an hour. How many those were. */
  clearAbandoned(): Promise<number>;
}
