import type { Directory, IdempotentDirectory, PersonActor, SessionUser } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { Actor, IdempotentRequest, IdempotentStores, KeptAnswer, Principal, Stores } from '@cairn/core';
import type { FastifyRequest } from 'fastify';

/** What a kind of route works with: its repositories, each call on its own or all in one kept transaction. */
export interface WorkArea<Means> {
  means(request: FastifyRequest): Means;
  once(request: FastifyRequest, kept: IdempotentRequest, work: (means: Means) => Promise<KeptAnswer>): Promise<KeptAnswer>;
}

/** Means of a route that works in a project. */
export interface ProjectMeans<Own extends Stores = Stores> {
  readonly actor: Actor;
  readonly stores: Own;
  /** Whether the stores are of one transaction that is open already. */
  readonly inTransaction: boolean;
}

export function projectArea<Own extends Stores>(stores: Own & IdempotentStores<Own>): WorkArea<ProjectMeans<Own>> {
  return {
    means: (request) => ({ actor: request.actor(), stores, inTransaction: false }),
    once: (request, kept, work) =>
      stores.once(request.actor(), kept, (own) => work({ actor: request.actor(), stores: own, inTransaction: true })),
  };
}

/** Means of a route by which a person manages a project. */
export interface ManagerMeans {
  readonly actor: Actor;
  readonly directory: Directory;
}

export function managerArea(directory: IdempotentDirectory): WorkArea<ManagerMeans> {
  return {
    means: (request) => ({ actor: request.actor(), directory }),
    once: (request, kept, work) => directory.once(personOf(request), kept, (own) => work({ actor: request.actor(), directory: own })),
  };
}

/** Means of a route that reads workspaces and projects. */
export interface DirectoryMeans {
  readonly userId: string;
  /** Set when a key or token calls, which sees its own project only. */
  readonly principal: Principal | null;
  readonly directory: Directory;
}

export function directoryArea(directory: IdempotentDirectory): WorkArea<DirectoryMeans> {
  return {
    means: (request) => directoryMeans(request, directory),
    once: (request, kept, work) => directory.once(personOf(request), kept, (own) => work(directoryMeans(request, own))),
  };
}

function directoryMeans({ sessionUser, principal }: FastifyRequest, directory: Directory): DirectoryMeans {
  if (sessionUser !== null) return { userId: sessionUser.userId, principal: null, directory };
  if (principal === null) throw new CairnError('UNAUTHORIZED');
  return { userId: principal.userId, principal, directory };
}

/** Means of a route by which a signed-in person manages workspaces, their people and their projects. */
export interface PersonMeans {
  readonly person: PersonActor;
  readonly directory: Directory;
}

export function personArea(directory: IdempotentDirectory): WorkArea<PersonMeans> {
  return {
    means: (request) => ({ person: personActorOf(request), directory }),
    once: (request, kept, work) =>
      directory.once(personOf(request), kept, (own) => work({ person: personActorOf(request), directory: own })),
  };
}

function personActorOf(request: FastifyRequest): PersonActor {
  return { ...personOf(request), requestId: request.id, traceId: request.traceId };
}

function personOf({ sessionUser }: FastifyRequest): SessionUser {
  if (sessionUser === null) throw new CairnError('FORBIDDEN');
  return sessionUser;
}
