import type { Answer, Caller } from '../product/caller.ts';
import { signIn } from '../product/person.ts';
import { newProject } from '../product/stage.ts';
import type { Project, Stage } from '../product/stage.ts';

/** Requests an hour in these suites: as few as a person needs to sign in and make a project. */
export const limit = 5;

/** A project made by a session of its own, since sessions are limited as keys are. */
export async function freshProject({ product }: Stage): Promise<Project> {
  return newProject(await signIn(product));
}

/** What the headers say of the limit. */
export function standing({ headers }: Answer) {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    limit: number('ratelimit-limit'),
    remaining: number('ratelimit-remaining'),
    reset: number('ratelimit-reset'),
    older: [number('x-ratelimit-limit'), number('x-ratelimit-remaining'), number('x-ratelimit-reset')],
  };
}

/** Makes requests until none is left. */
export async function spend(caller: Caller, requests = limit): Promise<void> {
  for (let at = 0; at < requests; at += 1) await caller.rest('GET', '/v1/memories');
}
