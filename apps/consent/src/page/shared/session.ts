import type { Person } from './person.ts';

/** Who is signed in, for this tab alone. */
export interface Session {
  readonly token: string;
  readonly person: Person;
}

/** Where the session is kept: `sessionStorage`, which ends with the tab and which no other site and no request carries. */
export interface SessionStore {
  read(): Session | undefined;
  write(session: Session): void;
  clear(): void;
}

const key = 'cairn.session';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The session of the tab. Where the browser keeps nothing (storage may be forbidden), it lasts as long as the page. */
export function createSessionStore(shelf: () => Shelf): SessionStore {
  let current = attempt(() => sessionIn(shelf().getItem(key)));
  return {
    read: () => current,
    write(session) {
      current = session;
      attempt(() => shelf().setItem(key, JSON.stringify(session)));
    },
    clear() {
      current = undefined;
      attempt(() => shelf().removeItem(key));
    },
  };
}

/** Which project a person chose last, so that the next app starts from it. It is no secret, so it outlives the tab. */
export interface ChoiceMemory {
  recall(personId: string): string | undefined;
  remember(personId: string, projectId: string): void;
}

/** One entry for each person, so that two who share a browser do not see each other's. */
export function createChoiceMemory(shelf: () => Shelf): ChoiceMemory {
  const keyOf = (personId: string): string => `cairn.project.${personId}`;
  return {
    recall: (personId) => attempt(() => shelf().getItem(keyOf(personId)) ?? undefined),
    remember(personId, projectId) {
      attempt(() => shelf().setItem(keyOf(personId), projectId));
    },
  };
}

function sessionIn(text: string | null): Session | undefined {
  const { token, person } = (JSON.parse(text ?? 'null') ?? {}) as Partial<Session>;
  if (typeof token !== 'string' || typeof person?.id !== 'string' || typeof person.email !== 'string') return undefined;
  return { token, person: { id: person.id, email: person.email } };
}

/** A browser may refuse its storage at any time, even to name it. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
