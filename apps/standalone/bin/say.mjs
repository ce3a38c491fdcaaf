/**
 * One line to the person at the terminal. On standard error, so that what the product prints stays alone on standard output.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
