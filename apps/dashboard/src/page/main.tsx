import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { missingAt } from './app/part-at.ts';
import { pathOfLink, prepareBy } from './app/place.ts';
import { takeEnterOnce } from './ui/enter-once.ts';

takeEnterOnce();
prepareBy((path) => missingAt(path)?.load());
// Beside the question who is signed in; a page that cannot be loaded says so where it would be.
missingAt(pathOfLink(location) ?? '/')
  ?.load()
  .catch(() => undefined);

const place = document.getElementById('app');
if (place) createRoot(place).render(<App />);
