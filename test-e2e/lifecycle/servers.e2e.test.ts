// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { describe } from 'vitest';
import { serverPlace } from './place.ts';
import { tellSurvival } from './survival.ts';

describe('servers', () => {
  tellSurvival(serverPlace);
});
