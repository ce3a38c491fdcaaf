import { isIP } from 'node:net';
import { documentBounds } from '@cairn/core';
import { z } from 'zod';
import { logLevels } from '../logging/logger.ts';

/** A field that is judged by one function: undefined refuses the text. */
function field<Value>(takes: string, read: (text: string) => Value | undefined) {
  return z
    .string()
    .transform((text, context): Value => {
      const value = read(text.trim());
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    })
    .describe(takes);
}

const integer = /^\d{1,15}$/;

/** What 15 digits can say: exact as a number here and in Redis. */
const greatestInteger = 999_999_999_999_999;

function integerIn(text: string, least: number, most: number): number | undefined {
  const value = integer.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

const price = /^\d{1,5}(?:\.\d{1,6})?$/;

function priceIn(text: string): number | undefined {
  return price.test(text) ? Number(text) : undefined;
}

function urlOf(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && protocols.includes(url.protocol) && url.hostname !== '' ? url : undefined;
}

/** An empty path or the number of a database. */
const redisPath = /^\/?(?:\d{1,5})?$/;

/** The address as it is, when the client can read each part of it. */
function redisAddress(text: string): string | undefined {
  const url = urlOf(text, ['redis:', 'rediss:']);
  if (url === undefined || !redisPath.test(url.pathname) || Number(url.pathname.slice(1)) > 65_535) return undefined;
  return isDecodable(url.username) && isDecodable(url.password) ? text : undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An address without credentials, query or fragment; the trailing slash is dropped. */
function webAddress(text: string): string | undefined {
  const url = urlOf(text, ['http:', 'https:']);
  if (url === undefined || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return url.href.replace(/\/+$/, '');
}

function partsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The parts when each is as `read` wants it. */
function listOf(text: string, read: (part: string) => string | undefined): readonly string[] | undefined {
  const parts = partsOf(text).map(read);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Scheme, host and port alone, as a browser sends it. */
function webOrigin(text: string): string | undefined {
  const url = webAddress(text);
  return url !== undefined && new URL(url).pathname === '/' ? new URL(url).origin : undefined;
}

const hostShape = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Names that the proxy list may use besides addresses. */
const addressGroups: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The name of a network interface behind an IPv6 address, as Fastify's reader of addresses takes it. */
const zone = /%(?![0-9a-z]+$)/i;

/** As Fastify takes it at start: a block of no bits (everyone) is refused there too. */
function peer(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0) return addressGroups.has(text) ? text : undefined;
  if (rest.length > 0 || zone.test(address)) return undefined;
  const isRange = bits === undefined || integerIn(bits, 1, family === 4 ? 32 : 128) !== undefined;
  return isRange ? text : undefined;
}

const base64 = /^[A-Za-z0-9+/_-]{43}=?$/;

function key32(text: string): Uint8Array | undefined {
  const bytes = base64.test(text) ? Buffer.from(text, 'base64') : undefined;
  return bytes?.length === 32 ? new Uint8Array(bytes) : undefined;
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

/** Ready-made settings for `readEnv`; add `.optional()` or `.default(value)` as needed. */
export const envFields = {
  /** Never 0, which lets the system choose: addresses that are told to others name the port. */
  port: field('a port number from 1 to 65535', (text) => integerIn(text, 1, 65_535)),
  host: field('a host name or an IP address to listen on', (text) => (/^[A-Za-z0-9._:%[\]-]{1,253}$/.test(text) ? text : undefined)),
  /** http or https, without a trailing slash. */
  webUrl: field('an http or https address without query or credentials, such as https://cairn.example.com', webAddress),
  postgresUrl: field('a Postgres address, such as postgres://user:password@host:5432/database', (text) =>
    urlOf(text, ['postgres:', 'postgresql:']) === undefined ? undefined : text,
  ),
  redisUrl: field(
    'a Redis address, such as redis://host:6379 or rediss://host:6380/1; its path may only be a database number from 0 to 65535',
    redisAddress,
  ),
  key32: field('32 bytes in base64 (44 characters; `openssl rand -base64 32` makes one)', key32),
  /** A secret that is compared as it is. */
  token: field('32 to 512 visible ASCII characters (`openssl rand -base64 32` makes some)', (text) =>
    /^[!-~]{32,512}$/.test(text) ? text : undefined,
  ),
  /** Of a hundred years at most. */
  days: field('a number of days from 1 to 36500', (text) => integerIn(text, 1, 36_500)),
  positiveInteger: field(`a whole number from 1 to ${greatestInteger}`, (text) => integerIn(text, 1, greatestInteger)),
  /** Of one document. */
  documentBytes: field(`a whole number from 1 to ${documentBounds.mostBytes}`, (text) => integerIn(text, 1, documentBounds.mostBytes)),
  /** What one process reads; each is in a process of its own. */
  documentsAtOnce: field('a whole number from 1 to 64', (text) => integerIn(text, 1, 64)),
  /** What one process works on; each takes connections and memory of it. */
  tasksAtOnce: field('a whole number from 1 to 256', (text) => integerIn(text, 1, 256)),
  /** Of a million tokens. */
  price: field('a number from 0 to 99999.999999, such as 2.5', priceIn),
  /** Of vectors. */
  dimensions: field('a whole number from 1 to 16384', (text) => integerIn(text, 1, 16_384)),
  boolean: field('true or false', (text) => booleans[text.toLowerCase()]),
  logLevel: field(`one of ${logLevels.join(', ')}`, (text) => logLevels.find((level) => level === text.toLowerCase())),
  /** Any text that is not blank, trimmed. */
  text: field('a text', (text) => text),
  /** Web origins, comma-separated. */
  origins: field('web origins, comma-separated, such as https://app.example.com', (text) => listOf(text, webOrigin)),
  /** Host names with or without a port, comma-separated. */
  hosts: field('host names, comma-separated, such as cairn.example.com or cairn.internal:8787', (text) =>
    listOf(text, (part) => (hostShape.test(part) ? part : undefined)),
  ),
  /** Peers as `createHttp` trusts them. */
  trustedProxies: field(
    'addresses or CIDR blocks of proxies, comma-separated, such as 10.0.0.0/8; a block of everyone (/0) is not taken',
    (text) => listOf(text, peer)?.join(','),
  ),
} as const;
