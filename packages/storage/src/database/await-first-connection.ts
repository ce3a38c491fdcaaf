/** Milliseconds for which connections that time out are tried again at a start. */
const patienceMs = 30_000;

// What `pg-pool` says of a connection that did not come about in time, or was not looked at in time.
const timeouts = /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect)$/;

/**
 * What `open` gives. A connection that timed out says little of a server: on a busy machine its answer may lie there unread. So it is
 * tried again, with no new attempt once `patienceMs` (default 30,000) have gone by. Any other failure is thrown at once.
 */
export async function awaitFirstConnection<Opened>(open: () => Promise<Opened>, within: number = patienceMs): Promise<Opened> {
  const end = performance.now() + within;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!isConnectionTimeout(error) || performance.now() >= end) throw error;
    }
  }
}

const isConnectionTimeout = (error: unknown): boolean => error instanceof Error && timeouts.test(error.message);
