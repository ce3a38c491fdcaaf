export { analyseCommand } from './shell/analyse-command.ts';
