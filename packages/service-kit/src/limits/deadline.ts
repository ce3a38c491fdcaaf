/** The answer, or a rejection when it is late by `deadlineMs`. */
export function withDeadline<Value>(answer: Promise<Value>, deadlineMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    // After a stall of this process the timer comes before the answers that wait in the sockets: those are read first.
    const expire = (): unknown => setImmediate(reject, new Error(`no answer within ${deadlineMs} ms`));
    const deadline = setTimeout(expire, deadlineMs);
    void answer.then(resolve, reject).finally(() => clearTimeout(deadline));
  });
}
