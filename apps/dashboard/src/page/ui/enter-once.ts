/**
 * Takes Enter once for each press, on the whole page. A key that is held down comes again and again, and would press the button of each
 * dialog that comes up; in text that is written it makes lines, as everywhere.
 */
export function takeEnterOnce(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
