// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { freePort } from '../product/free-port.ts';
import { onServers } from '../product/stage.ts';
import { behindProxy } from './public-address.ts';
import { settings, suites } from './suites.ts';

// Clients know one address; behind it each request of a flow goes to another process than the one before.
const port = await freePort();

onServers([behindProxy(port), ...suites], { env: { ...settings, CAIRN_BASE_URL: `http://127.0.0.1:${port}` }, processes: 2 });
