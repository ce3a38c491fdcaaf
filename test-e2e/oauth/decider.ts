import type { Stage } from '../product/stage.ts';
import type { Decider } from './flow.ts';
import { publicUrl } from './public-address.ts';

/** The person of the stage, who decides for the first project. */
export const deciderOf = (stage: Stage): Decider => ({
  baseUrl: publicUrl(stage),
  token: stage.person.token,
  projectId: stage.person.firstProjectId,
});
