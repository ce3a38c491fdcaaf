import type { Authenticator, IdempotentDirectory } from '@cairn/auth';
import type { IdempotentStores } from '@cairn/core';
import type { HttpGuards } from '@cairn/service-kit';
import type { ToolRegistry } from '../tools/tool.ts';

/** What the control plane is composed from. */
export interface RestDeps {
  readonly stores: IdempotentStores;
  readonly directory: IdempotentDirectory;
  readonly registry: ToolRegistry;
  readonly authenticator: Authenticator;
  readonly guards: HttpGuards;
  /** Where the service is reached; the one server of the OpenAPI document. */
  readonly baseUrl: string;
  /** Bytes of one uploaded file. Default 50 MiB, the most that a document may have. */
  readonly maxUploadBytes?: number | undefined;
}
