/** Milliseconds in which a browser that asks the person first has to be answered. */
const patience = 10_000;

/**
 * Puts a text on the clipboard; resolves with whether it is there. A page that came without TLS from another machine has no clipboard of its own:
 * there a text that is selected is copied, within `place`, since nothing outside of an open dialog can be selected.
 */
export async function copyText(text: string, place: HTMLElement | null): Promise<boolean> {
  if (isSecureContext) {
    const written = navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    return Promise.race([written, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patience))]);
  }
  return copySelected(text, place ?? document.body);
}

function copySelected(text: string, place: HTMLElement): boolean {
  const held = document.activeElement;
  const area = document.createElement('textarea');
  area.className = 'unseen';
  area.readOnly = true;
  area.value = text;
  place.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way there is without TLS
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (held instanceof HTMLElement) held.focus();
  }
}
