export { openEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './open-embedded.ts';
export { DataFolderInUse, EmbeddedDatabaseError, type EmbeddedErrorCode } from './errors.ts';
