/** Who asks to be let in, as the server tells it. Each text comes from whoever registered the app. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** Where access is sent: a host, or the scheme of an app's own links. */
  readonly redirectHost: string;
  readonly isLoopback: boolean;
  readonly isVerified: boolean;
}

export interface Project {
  readonly id: string;
  readonly name: string;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly projects: readonly Project[];
}

/** What an app would be let into. */
export interface Choice {
  readonly workspaceId: string;
  /** Undefined while the workspace has no project. */
  readonly projectId: string | undefined;
}
