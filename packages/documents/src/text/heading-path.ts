/** Longest heading that a path holds, in UTF-16 code units; longer ones are cut there. */
export const maxHeadingLength = 200;

/** The headings that a block stands under, outermost first. */
export class HeadingPath {
  #open: readonly { readonly level: number; readonly title: string }[] = [];
  /** The same array until the next heading, so that blocks share it. */
  current: readonly string[] = [];

  /** A heading ends those of its own and of deeper levels. */
  enter(level: number, heading: string): void {
    const line = heading.replace(/\s+/g, ' ').trim();
    const title = line.slice(0, maxHeadingLength).replace(/[\ud800-\udbff]$/, '');
    const above = this.#open.filter((each) => each.level < level);
    this.#open = [...above, { level, title }];
    this.current = this.#open.map((each) => each.title).filter((each) => each !== '');
  }
}
