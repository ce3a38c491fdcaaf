import { html } from './html.ts';
import type { Html } from './html.ts';

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema, or anything in the document that holds one, in a few words and nested lists. */
export function schemaView(value: unknown): Html {
  if (!isMembers(value)) return html``;
  const { $ref, description, properties, items, content } = value;
  if (typeof $ref === 'string') return referenceView($ref);
  return html`${wordsOf(value)}
  ${typeof description === 'string' ? description : ''}${isMembers(items) ? html` of ${schemaView(items)}` : ''}${
    isMembers(content) ? contentView(content) : ''
  }${isMembers(properties) ? propertiesView(properties, value['required']) : ''}`;
}

function wordsOf({ type, format, minLength, maxLength, minimum, enum: values, const: value }: Members): Html {
  const bounds = Object.entries({ minLength, maxLength, minimum }).flatMap(([name, bound]) =>
    typeof bound === 'number' ? [`${name} ${bound}`] : [],
  );
  const options = [...(Array.isArray(values) ? values : []), ...(value === undefined ? [] : [value])].map((option) =>
    JSON.stringify(option),
  );
  const words = [type, format].flat().filter((word) => typeof word === 'string');
  const told = [words.join(' '), ...options, ...bounds].filter((word) => word !== '');
  return told.length === 0 ? html`` : html`<em>${told.join(', ')}</em>`;
}

function propertiesView(properties: Members, required: unknown): Html {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return html`<ul>
    ${Object.entries(properties).map(
      ([name, schema]) => html`<li><code>${name}</code>${needed.includes(name) ? '' : ' (optional)'} ${schemaView(schema)}</li>`,
    )}
  </ul>`;
}

function contentView(content: Members): Html {
  return html`<ul>
    ${Object.entries(content).map(
      ([mediaType, body]) => html`<li><code>${mediaType}</code> ${schemaView(isMembers(body) ? body['schema'] : undefined)}</li>`,
    )}
  </ul>`;
}

function referenceView(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="#${name.toLowerCase()}">${name}</a>`;
}
