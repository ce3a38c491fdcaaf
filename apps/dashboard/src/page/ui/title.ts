let title = 'Cairn';
let count = '';

const show = (): void => {
  document.title = count === '' ? title : `(${count}) ${title}`;
};

/** What the window is called, by its page. */
export function setTitle(parts: readonly (string | undefined)[]): void {
  title = [...parts, 'Cairn'].filter(Boolean).join(' · ');
  show();
}

/** How many things wait for the person, told before the title of every page; empty: none. */
export function setTitleCount(words: string): void {
  count = words;
  show();
}
