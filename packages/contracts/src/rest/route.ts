import type { CredentialKind } from '@cairn/core';
import type { z } from 'zod';

export type RestMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A schema with the name that it has in the OpenAPI document. */
export interface NamedSchema<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly schema: Schema;
}

export interface RestAnswer {
  readonly description: string;
  /** The JSON body. Absent with neither of the two: no body. */
  readonly body?: NamedSchema;
  /** A body of JSON lines, each of this schema; beside `body`, for who accepts application/x-ndjson. */
  readonly lines?: NamedSchema;
  /** Media type of a body that is not JSON. */
  readonly mediaType?: string;
}

/** One call of the HTTP surface: what the gateway mounts and what the OpenAPI document says, from one place. */
export interface RestRoute {
  readonly method: RestMethod;
  /** In OpenAPI's form: `/v1/memories/{id}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Credentials that are let in; none: the call is open. */
  readonly credentials: readonly CredentialKind[];
  /** Whether a session names its project in X-Service-Project-ID. Default: true when credentials are needed. */
  readonly inProject?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: NamedSchema;
  /** The body is JSON lines, application/x-ndjson, each of this schema. */
  readonly lines?: NamedSchema;
  /** The body may also come as multipart/form-data with these parts. */
  readonly upload?: NamedSchema;
  /** By status; the errors that any such call can have are added in the document. */
  readonly answers: Readonly<Record<number, RestAnswer>>;
  /** Whether errors are JSON-RPC error objects instead of problem documents. Default: false. */
  readonly rpcErrors?: boolean;
  /** Whether a POST of somebody takes an Idempotency-Key. Default: true. */
  readonly keepsAnswer?: boolean;
  /** Whether it is the operator's: their token lets in, and no credential does. Default: false. */
  readonly operator?: boolean;
}

/** Routes of one area by the name of their operation. */
export type RestRoutes = Readonly<Record<string, RestRoute>>;

/** Credentials that work in a project. */
export const anyCredential = ['api_key', 'oauth', 'session'] as const satisfies readonly CredentialKind[];

/** What only a signed-in person may do. */
export const personOnly = ['session'] as const satisfies readonly CredentialKind[];
