/** An HTTP answer that is ready to be sent. */
export interface Answer<Body> {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}
