import { createApi } from './api.ts';
import { Flow } from './flow.ts';
import { pageRequestOf } from './request.ts';
import { createChoiceMemory, createSessionStore } from './session.ts';
import { createShow } from './show.ts';

const main = document.querySelector('main');
const baseUrl = document.querySelector<HTMLMetaElement>('meta[name="cairn-base-url"]')?.content;
if (main === null || baseUrl === undefined) throw new Error('the page is not the one that these scripts belong to');

const flow: Flow = new Flow({
  api: createApi(baseUrl, window.fetch.bind(window)),
  request: pageRequestOf(window.location.search),
  sessions: createSessionStore(() => window.sessionStorage),
  memory: createChoiceMemory(() => window.localStorage),
  show: createShow(main, () => flow),
  leaveFor: (address) => window.location.assign(address),
});

await flow.open();
