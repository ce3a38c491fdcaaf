import { z } from 'zod';
import { named } from './list.ts';
import type { RestRoutes } from './route.ts';

const tag = 'Service';

export const serviceRoutes = {
  getHealth: {
    method: 'GET',
    path: '/healthz',
    tag,
    summary: 'Whether the process is up',
    credentials: [],
    answers: { 200: { description: 'It is.', body: named('Health', z.object({ status: z.literal('ok') })) } },
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    tag,
    summary: 'Whether what it depends on answers',
    description:
      '`?without=queue` leaves the queue out of the decision; it is told all the same. 503 as well from the moment at which the service closes.',
    credentials: [],
    answers: {
      200: { description: 'It does.', body: named('Readiness', z.object({ status: z.string() })) },
      503: { description: 'Something does not answer, or takes no writes (`disk_full`, `read_only`); it is named.' },
    },
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    tag,
    summary: 'Metrics for Prometheus',
    description: 'For whoever presents the token that the operator set, as `Authorization: Bearer`. 404 where none is set.',
    credentials: [],
    answers: { 200: { description: 'Text form 0.0.4.', mediaType: 'text/plain' } },
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    tag,
    summary: 'This document',
    credentials: [],
    answers: { 200: { description: 'OpenAPI 3.1.', body: named('OpenApi', z.looseObject({ openapi: z.literal('3.1.1') })) } },
  },
  getRoot: {
    method: 'GET',
    path: '/',
    tag,
    summary: 'The dashboard, or the way to the page about this service',
    credentials: [],
    answers: {
      200: { description: 'The dashboard, where this process serves it.', mediaType: 'text/html' },
      302: { description: 'To /docs, where it does not.' },
    },
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    tag,
    summary: 'This document as a page',
    credentials: [],
    answers: { 200: { description: 'A page.', mediaType: 'text/html' } },
  },
} as const satisfies RestRoutes;
