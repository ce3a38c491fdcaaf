/** A mounted screen. While the flow stays on it, it is updated in place, so that nothing that was typed is lost. */
export interface Screen<Shown> {
  /** The title of the document. */
  readonly title: string;
  /** What goes into the page. */
  readonly nodes: readonly Node[];
  /** Takes the focus when the screen comes up. */
  readonly focus: HTMLElement;
  update(state: Shown): void;
}
