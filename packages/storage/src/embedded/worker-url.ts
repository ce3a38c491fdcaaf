/** Where the code of a thread or process is: beside this file and with its ending, `.ts` from source and `.js` when built. */
export function workerUrl(name: string): URL {
  const ending = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  return new URL(`./${name}${ending}`, import.meta.url);
}
