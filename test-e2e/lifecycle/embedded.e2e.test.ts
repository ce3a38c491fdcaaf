import { describe } from 'vitest';
import { embeddedPlace } from './place.ts';
import { tellSurvival } from './survival.ts';

describe('embedded', () => {
  tellSurvival(embeddedPlace);
});
