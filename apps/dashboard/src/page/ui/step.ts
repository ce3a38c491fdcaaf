/** Something that a person does, one after another. */
export interface Step {
  readonly text: string;
  /** Lines to paste, and where. */
  readonly code?: { readonly title: string; readonly text: string };
}
