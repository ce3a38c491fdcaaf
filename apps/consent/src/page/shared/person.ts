/** The person who is signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
}
