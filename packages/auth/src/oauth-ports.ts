/** Metadata of a client as RFC 7591 names it. */
export type ClientMetadata = Readonly<Record<string, unknown>>;

export interface OauthClientRepository {
  /** Registers it; the same id again replaces it. A client secret is sealed. */
  save(id: string, metadata: ClientMetadata): Promise<void>;
  /** A registered client; undefined for one that describes itself at its own address. */
  find(id: string): Promise<ClientMetadata | undefined>;
  /** Removes a client with its connections and their tokens. */
  remove(id: string): Promise<boolean>;
}

/** Something that the server keeps for a while under an id that is a secret: a grant, a code, an interaction. */
export interface OauthRecord {
  readonly model: string;
  readonly idHash: Uint8Array;
  /** Of the grant that it belongs to. */
  readonly grantHash?: Uint8Array | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Seconds from now; absent: until it is removed. */
  readonly ttlSeconds?: number | undefined;
}

export interface StoredRecord {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isConsumed: boolean;
}

export interface OauthRecordRepository {
  /** The same id again replaces it. */
  save(record: OauthRecord): Promise<void>;
  /** Also one that lapsed, until it is cleared away; whoever asks looks at its own expiry. */
  find(model: string, idHash: Uint8Array): Promise<StoredRecord | undefined>;
  /** Marks it used, once: of any number of callers at the same time one gets true. */
  consume(model: string, idHash: Uint8Array): Promise<boolean>;
  remove(model: string, idHash: Uint8Array): Promise<void>;
  removeOfGrant(model: string, grantHash: Uint8Array): Promise<void>;
  /** The database's clock, finer than a millisecond, by which all processes order what they see. */
  clock(): Promise<string>;
}

/** What a person connected: one approval of one client in one project. */
export interface OauthConnection {
  /** Public; never the token. */
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: string | null;
}

export interface NewConnection {
  readonly grantHash: Uint8Array;
  readonly userId: string;
  readonly projectId: string;
  readonly client: {
    readonly id: string;
    readonly name: string;
    /** Whether it describes itself at its own address instead of being registered here. */
    readonly isSelfDescribed: boolean;
  };
  readonly redirectUri: string;
  readonly requestId: string;
}

export interface NewAccessToken {
  readonly idHash: Uint8Array;
  readonly grantHash: Uint8Array;
  readonly audience: string;
  readonly scope: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface ConnectionRepository {
  /**
   * Opens a connection whose token is still to be given out. `forbidden` when the role in the project's workspace may not
   * connect, `not_found` when the person is no member or the client is gone.
   */
  open(connection: NewConnection): Promise<'done' | 'not_found' | 'forbidden'>;
  /** Keeps a token of a live connection; false when that was revoked. */
  issue(token: NewAccessToken): Promise<boolean>;
  /** The payload of a live token. */
  token(idHash: Uint8Array): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Whether a token of the grant was given out before that moment of `clock`. */
  issuedBefore(grantHash: Uint8Array, moment: string): Promise<boolean>;
  /** The person's live connections that have a token, newest first, at most 200. */
  list(userId: string): Promise<readonly OauthConnection[]>;
  /** Ends one of the person's, with its tokens; false when there is no such live one. */
  revoke(connection: { readonly id: string; readonly userId: string; readonly by: ConnectionActor }): Promise<boolean>;
  /** Ends the one of that grant, as its client asked or because its code came again. */
  revokeOfGrant(grantHash: Uint8Array, requestId: string): Promise<boolean>;
}

/** Who ends a connection: the signed-in person, or the token itself. */
export interface ConnectionActor {
  readonly kind: 'session' | 'oauth';
  readonly credentialId: string;
  readonly requestId: string;
  readonly traceId?: string;
}

/** A person's decision on an interaction. */
export interface Decision {
  readonly userId: string;
  /** Null when denied. */
  readonly projectId: string | null;
}

export interface DecisionTicketRepository {
  /** Replaces an earlier ticket of the person for the interaction. */
  save(
    ticket: Decision & { readonly idHash: Uint8Array; readonly interactionHash: Uint8Array; readonly ttlSeconds: number },
  ): Promise<void>;
  /** Takes the ticket, once, and only for its own interaction; a ticket that lapsed gives nothing. */
  take(idHash: Uint8Array, interactionHash: Uint8Array): Promise<Decision | undefined>;
}

/** Keys of the OAuth server. */
export interface OauthKeySet {
  readonly id: string;
  readonly createdAt: string;
  /** Signs cookies. */
  readonly cookieKey: string;
  /** Private JSON Web Key. */
  readonly signingKey: Readonly<Record<string, unknown>>;
}

export interface OauthKeyRepository {
  /** Newest first. */
  list(): Promise<readonly (OauthKeySet & { readonly ageSeconds: number })[]>;
  /**
   * Adds a set unless the newest is younger than `minAgeSeconds`, and drops all but the `keep` newest. Of several callers at once
   * one adds; false for the others.
   */
  add(keys: Omit<OauthKeySet, 'id' | 'createdAt'>, limits: { readonly minAgeSeconds: number; readonly keep: number }): Promise<boolean>;
}

/** Everything that the OAuth server keeps. */
export interface OauthRepositories {
  readonly clients: OauthClientRepository;
  readonly records: OauthRecordRepository;
  readonly connections: ConnectionRepository;
  readonly tickets: DecisionTicketRepository;
  readonly keys: OauthKeyRepository;
}
