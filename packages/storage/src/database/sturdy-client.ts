import pg from 'pg';

/**
 * A client whose broken connection is told by the statements that wait for it and by nothing else. `pg` also emits `error`, which a
 * pool listens to only while the client is idle: without a listener a server that goes away under a transaction would end the
 * process.
 */
export class SturdyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}
