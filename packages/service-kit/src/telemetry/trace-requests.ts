import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, withIds } from './tracing.ts';

/**
 * Records a span for each request, under the names of OpenTelemetry's conventions, that what it does is within. A caller's `traceparent`
 * is its parent; a trace that begins here bears the id that log and audit tell. By route, never by path: ids and secrets stay out.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  const tracer = trace.getTracer('cairn');

  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'cairn.request_id': request.id };
    const ids = { traceId: request.traceId, spanId: request.id.replaceAll('-', '').slice(-16) };
    const span = withIds(ids, () => tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent));
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });

  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
