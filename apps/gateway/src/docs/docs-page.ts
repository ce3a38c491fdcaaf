import { hash } from 'node:crypto';
import type { OpenApiDocument, OpenApiOperation } from '@cairn/contracts';
import { ownMarkup, html } from './html.ts';
import type { Html } from './html.ts';
import { isMembers, schemaView } from './schema-view.ts';
import type { Members } from './schema-view.ts';
import { styles } from './styles.ts';

/** A page and the policy under which it works: its own styles and nothing else, from nowhere else. */
export interface DocsPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The OpenAPI document for people: every call with what it takes and answers. No script, no other host. */
export function docsPage(document: OpenApiDocument): DocsPage {
  const calls = callsOf(document);
  const view = callView(document);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title} API</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${document.info.title} API</h1>
          <p>${document.info.description}</p>
          <p>
            Version ${document.info.version}. Served at <code>${document.servers[0]?.url ?? ''}</code>. The same as data:
            <a href="/openapi.json">openapi.json</a>.
          </p>
          <nav>
            <ul>
              ${document.tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
            </ul>
          </nav>
          ${document.tags.map(({ name }) => section(name, calls.filter(({ operation }) => operation.tags.includes(name)).map(view)))}
          <h2 id="objects">Objects</h2>
          ${Object.entries(document.components['schemas'] ?? {}).map(
            ([name, schema]) =>
              html`<h3 id="${anchor(name)}">${name}</h3>
                ${schemaView(schema)}`,
          )}
        </main>
      </body>
    </html>`;
  return {
    html: page.text,
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${hash('sha256', styles, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/** In one piece, because the policy holds the digest of every character between the tags. */
const styleElement = ownMarkup(`<style>${styles}</style>`);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

function callsOf({ paths }: OpenApiDocument): readonly Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function section(name: string, calls: readonly Html[]): Html {
  return html`<section>
    <h2 id="${anchor(name)}">${name}</h2>
    ${calls}
  </section>`;
}

function callView({ components }: OpenApiDocument): (call: Call) => Html {
  const shared = (value: unknown) => resolved(components, value);
  return ({ method, path, operation: { operationId, summary, description, parameters, requestBody, responses, security } }) =>
    html`<article id="${operationId}">
      <h3><span class="method">${method}</span> <code>${path}</code></h3>
      <p>${summary}.${description === undefined ? '' : ` ${description}`}${security.length === 0 ? ' No credential is needed.' : ''}</p>
      ${
        parameters.length === 0
          ? ''
          : html`<h4>Parameters</h4>
              <ul>
                ${parameters.map((parameter) => parameterView(shared(parameter)))}
              </ul>`
      }
      ${
        requestBody === undefined
          ? ''
          : html`<h4>Body</h4>
              ${schemaView(requestBody)}`
      }
      <h4>Answers</h4>
      <ul>
        ${Object.entries(responses).map(([status, answer]) => html`<li><strong>${status}</strong> ${schemaView(shared(answer))}</li>`)}
      </ul>
    </article>`;
}

function parameterView(parameter: Members): Html {
  const { name, in: place, description, schema } = parameter;
  const told = typeof description === 'string' ? description : '';
  return html`<li><code>${String(name)}</code> in ${String(place)} ${schemaView(schema)} ${told}</li>`;
}

/** What a reference to a shared parameter or answer stands for; anything else as it is. */
function resolved(components: OpenApiDocument['components'], value: unknown): Members {
  if (!isMembers(value)) return {};
  const [, kind = '', name = ''] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(String(value['$ref'])) ?? [];
  const shared = components[kind]?.[name];
  return isMembers(shared) ? shared : value;
}

const anchor = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
