/** Who is signed in. */
export interface Session {
  readonly token: string;
  readonly person: { readonly id: string; readonly email: string };
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What tabs of this origin tell each other. */
type Word =
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'tell'; readonly question: string; readonly session: Session }
  | { readonly kind: 'over'; readonly token: string; readonly lapsed?: boolean };

/** A line to the other tabs. */
export interface Line {
  readonly say: (word: Word) => void;
  /** What others say, whoever they are. */
  readonly hear: (listener: (word: unknown) => void) => void;
}

export interface SessionStore {
  readonly read: () => Session | undefined;
  readonly write: (session: Session) => void;
  /** Forgets the session, in the other tabs that have the same one as well. */
  readonly clear: () => void;
  /** The same of one that the server has ended. */
  readonly lapse: () => void;
  /** Whether the last one was ended by the server, and not by whoever signed out. */
  readonly hasLapsed: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

const key = 'cairn.session';

/**
 * The session of the tab, in `sessionStorage`: it ends with the tab, and no other site and no request carries it. A tab that is opened
 * beside others is given theirs, so that a person signs in once, and a sign-out is one everywhere; nothing is written where it would
 * outlive the browser. Where the browser keeps nothing (storage may be forbidden), it lasts as long as the page.
 */
export function createSessionStore(shelf: () => Shelf, line: Line | undefined): SessionStore {
  const listeners = new Set<() => void>();
  // An answer counts for the tab that asked, and once: somebody who signed out here stays so.
  let question: string | undefined = crypto.randomUUID();
  let current = attempt(() => sessionIn(JSON.parse(shelf().getItem(key) ?? 'null')));
  let lapsed = false;
  const become = (session: Session | undefined, isLapse = false): void => {
    current = session;
    lapsed = isLapse;
    attempt(() => (session ? shelf().setItem(key, JSON.stringify(session)) : shelf().removeItem(key)));
    for (const listener of listeners) listener();
  };
  line?.hear((said) => {
    const word = (said ?? {}) as Word;
    if (word.kind === 'ask' && current) line.say({ kind: 'tell', question: word.question, session: current });
    if (word.kind === 'tell' && word.question === question && !current) {
      const told = sessionIn(word.session);
      question = undefined;
      if (told) become(told);
    }
    if (word.kind === 'over' && word.token === current?.token) become(undefined, word.lapsed === true);
  });
  if (!current && question !== undefined) line?.say({ kind: 'ask', question });
  const end = (isLapse: boolean): void => {
    const ended = current;
    become(undefined, isLapse);
    if (ended) line?.say({ kind: 'over', token: ended.token, lapsed: isLapse });
  };
  return {
    read: () => current,
    write: (session) => become(session),
    clear: () => end(false),
    lapse: () => end(true),
    hasLapsed: () => lapsed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function sessionIn(value: unknown): Session | undefined {
  const { token, person } = (value ?? {}) as Partial<Session>;
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
