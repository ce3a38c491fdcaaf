export { actionSchema } from './actions/action.ts';
export { decide } from './decision/decide.ts';
export { noHistory } from './rules/history.ts';
export { starterRevision } from './rules/starter-revision.ts';
