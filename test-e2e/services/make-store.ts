// Makes and migrates an embedded database in the folder named by the argument.
import { openDatabase } from '@cairn/storage';

const [, , dataDir = ''] = process.argv;
const onWarning = (message: string): never => {
  throw new Error(message);
};
const database = await openDatabase({ location: { kind: 'embedded', dataDir }, migrate: true, onWarning });
await database.close();
