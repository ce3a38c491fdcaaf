/** What was done before, as far as conditions ask. Windows end now; the action that is decided on is not counted. */
export interface History {
  /** Actions within the window that share the key's value with this one. */
  count(key: 'user' | 'agent' | 'kind' | 'tool', windowSeconds: number): number;
  /** The sum of the numbers at a JSON pointer of the actions of the same kind within the window. */
  sum(path: string, windowSeconds: number): number;
  /** Whether an action of the kind was started within so many seconds. */
  happened(event: string, withinSeconds: number): boolean;
}

/** Nothing was done before. */
export const noHistory: History = { count: () => 0, sum: () => 0, happened: () => false };
