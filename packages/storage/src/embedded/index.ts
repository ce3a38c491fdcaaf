export { DataFolderInUse } from './folder-lock.ts';
export { openEmbedded } from './open-embedded.ts';
export type { EmbeddedDatabase, EmbeddedOptions } from './open-embedded.ts';
