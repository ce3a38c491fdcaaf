/** Why the embedded database does not open; stable, never reused. The README of this folder lists the same table. */
export type EmbeddedErrorCode =
  | 'DATA_FOLDER_IN_USE'
  | 'DATA_FOLDER_UNUSABLE'
  | 'POSTGRES_MAJOR_MISMATCH'
  | 'DATABASE_WILL_NOT_OPEN'
  | 'DATABASE_CLOSED'
  | 'DATABASE_STOPPED';

/** An embedded database that cannot be opened or used. The message is one line, fit for an operator's terminal. */
export class EmbeddedDatabaseError extends Error {
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string) {
    super(message);
    this.name = 'EmbeddedDatabaseError';
    this.code = code;
  }
}

/** Another process holds the data folder; two engines on one folder lose acknowledged writes. */
export class DataFolderInUse extends EmbeddedDatabaseError {
  constructor(dataDir: string) {
    super(
      'DATA_FOLDER_IN_USE',
      `the data folder ${dataDir} is in use by another Cairn process; stop it or set CAIRN_DATA_DIR to another folder`,
    );
    this.name = 'DataFolderInUse';
  }
}
