import type { Authenticator, IdempotentDirectory, OperatorRepository, PasswordHasher } from '@cairn/auth';
import type { TaskPlanLimits } from '@cairn/core';
import type { TaskStores } from '@cairn/orchestration';
import type { Commitments, Evaluator, GovernedStoresByCall, Governor, RecordedActions } from '@cairn/governance';
import type { DenseSearch } from '@cairn/retrieval';
import type { HttpGuards } from '@cairn/service-kit';
import type { Repositories } from '@cairn/storage';
import type { AuditAccess } from './audit-access.ts';
import type { ToolRegistry } from '../tools/tool.ts';

/** What the control plane is composed from. */
export interface RestDeps {
  readonly stores: GovernedStoresByCall;
  /** Decides on actions by the revision in force. */
  readonly evaluator: Evaluator;
  /** Carries out the service's own writes under those rules. */
  readonly governor: Governor;
  /** Makes what stands for what must not be told, with a key of each project. */
  readonly commitments: Commitments;
  /** What was decided before, for replays. */
  readonly recorded: RecordedActions;
  readonly directory: IdempotentDirectory;
  readonly registry: ToolRegistry;
  readonly authenticator: Authenticator;
  /** Absent: words alone decide what a search of memories or a context finds. */
  readonly dense?: DenseSearch | undefined;
  readonly guards: HttpGuards;
  /** Where the service is reached; the one server of the OpenAPI document. */
  readonly baseUrl: string;
  /** Where the web pages are; links of invitations lead there. */
  readonly appUrl: string;
  /** Whether pages are at `/`. */
  readonly rootIsTaken: boolean;
  readonly tasks: TaskStores;
  /** What workspaces may have of tasks; those that the stores do not hold to themselves. */
  readonly taskLimits: TaskPlanLimits;
  /** Take projects out and in. */
  readonly archives: Repositories['archives'];
  /** Replaces data keys of projects. */
  readonly keyRotation: Pick<Repositories['keyRotation'], 'rotate' | 'state'>;
  /** What projects used. */
  readonly usage: Pick<Repositories['usage'], 'read'>;
  readonly audit: AuditAccess;
  /** Whether a model is configured that plans goals. */
  readonly hasPlanner: boolean;
  readonly operator: OperatorRepository;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  /** Lets the operator in; absent: nobody is the operator. */
  readonly operatorToken?: string | undefined;
  /** Bytes of one uploaded file. Default 50 MiB, the most that a document may have. */
  readonly maxUploadBytes?: number | undefined;
}
