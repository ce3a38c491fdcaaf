/** Servers that speak Redis and that the product is to work with. */
export const redisKinds = ['redis 7', 'redis 8', 'valkey 8'] as const;

export type RedisKind = (typeof redisKinds)[number];

/** How each is had: its container, its program, and the variable that names the folder of that. */
export const redisPrograms: Readonly<Record<RedisKind, { readonly image: string; readonly program: string; readonly variable: string }>> = {
  'redis 7': { image: 'redis:7', program: 'redis-server', variable: 'CAIRN_TEST_REDIS7_BIN' },
  'redis 8': { image: 'redis:8', program: 'redis-server', variable: 'CAIRN_TEST_REDIS_BIN' },
  'valkey 8': { image: 'valkey/valkey:8', program: 'valkey-server', variable: 'CAIRN_TEST_VALKEY_BIN' },
};
