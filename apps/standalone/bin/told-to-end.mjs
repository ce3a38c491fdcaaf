import { constants } from 'node:os';

/**
 * Makes SIGINT and SIGTERM an end with 0 also while this process or its child is only about to start. Where nobody else listens to the
 * signal, no child runs that it is passed on to: the process ends at once. A child that dies of a signal that was passed on to it had not
 * begun to listen: its code, 128 and the number of the signal, becomes 0. Any other code is kept.
 */
export function endAsTold() {
  /** @type {number | undefined} */
  let told;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      told = 128 + constants.signals[signal];
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
  }
  process.on('exit', (code) => {
    if (code === told) process.exitCode = 0;
  });
}
