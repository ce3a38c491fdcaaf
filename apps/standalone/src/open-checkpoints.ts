import { resolve } from 'node:path';
import { createCheckpointFiles, noSink, type CheckpointSink } from '@cairn/audit';
import { namingSetting, type Logger } from '@cairn/service-kit';
import type { Config } from './config.ts';

/**
 * Where checkpoints of the audit are kept outside of the database. A folder that was asked for must be there; without the one beside
 * the data the service works, and says that it is missing.
 */
export async function openCheckpoints({ dir, isGiven }: Config['audit'], logger: Logger): Promise<CheckpointSink> {
  const opening = createCheckpointFiles(resolve(dir));
  if (isGiven) return namingSetting('CAIRN_AUDIT_DIR', opening);
  try {
    return await opening;
  } catch (error) {
    logger.warn({ err: error }, 'checkpoints of the audit are kept in the database alone; set CAIRN_AUDIT_DIR to a folder for them');
    return noSink;
  }
}
