import type { Suite } from '../product/stage.ts';
import { citationSuite } from './citations.ts';
import { contentSuite } from './content.ts';
import { exportSuite } from './export.ts';
import { failureSuite } from './failures.ts';
import { languageSuite } from './languages.ts';
import { removalSuite } from './removal.ts';
import { rowSuite } from './rows.ts';
import { maxUploadBytes, uploadSuite } from './uploads.ts';
import { versionSuite } from './versions.ts';

export const settings = { CAIRN_MAX_UPLOAD_BYTES: String(maxUploadBytes) } as const;

/** What the knowledge base promises, whatever store it is in. */
export const suites: readonly Suite[] = [
  uploadSuite,
  contentSuite,
  versionSuite,
  removalSuite,
  failureSuite,
  citationSuite,
  rowSuite,
  languageSuite,
  exportSuite,
];
