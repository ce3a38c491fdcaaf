import { createHash } from 'node:crypto';

/** How the server answers when it does as it should. */
export interface RightAnswers {
  /** What the chat model writes, by the prompt that it was given. */
  readonly chat: (prompt: string) => string;
  /** Of each vector. */
  readonly dimensions: number;
  /** Whether vectors come in base64. */
  readonly base64: boolean;
  /** How relevant a document is to a query. */
  readonly relevance: (query: string, document: string) => number;
}

const defaults: RightAnswers = {
  chat: () => 'NO_ANSWER',
  dimensions: 8,
  base64: false,
  relevance: (query, document) => [...wordsOf(query)].filter((word) => wordsOf(document).has(word)).length,
};

interface Asked {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly content: string | readonly { readonly text?: string }[] }[];
  readonly input?: string | readonly string[];
  readonly dimensions?: number;
  readonly query?: string;
  readonly documents?: readonly string[];
}

/** The body that a provider would answer with. */
export function rightAnswer(path: string, asked: unknown, changes: Partial<RightAnswers>): unknown {
  const answers = { ...defaults, ...changes };
  const request = asked as Asked;
  switch (path) {
    case '/chat/completions':
      return completion(request, answers);
    case '/messages':
      return anthropicMessage(request, answers);
    case '/embeddings':
      return embeddings(request, answers);
    case '/rerank':
      return reranking(request, answers);
    default:
      throw new Error(`no provider answers at ${path}`);
  }
}

function promptOf({ messages = [] }: Asked): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}

function completion(asked: Asked, { chat }: RightAnswers): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: asked.model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: chat(promptOf(asked)) } }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

function anthropicMessage(asked: Asked, { chat }: RightAnswers): unknown {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content: [{ type: 'text', text: chat(promptOf(asked)) }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  };
}

/** Vectors out of the words' hashes: texts that share words lie close together. */
function embeddings({ input = [], model }: Asked, { dimensions, base64 }: RightAnswers): unknown {
  const texts = typeof input === 'string' ? [input] : input;
  const data = texts.map((text, index) => {
    const vector = vectorOf(text, dimensions);
    return { object: 'embedding', index, embedding: base64 ? Buffer.from(vector.buffer).toString('base64') : [...vector] };
  });
  return { object: 'list', model, data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } };
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of wordsOf(text)) {
    const hash = createHash('sha256').update(word).digest();
    for (let at = 0; at < dimensions; at++) vector[at] = (vector[at] ?? 0) + (hash[at % 32] ?? 0) / 128 - 1;
  }
  // A text without words has a direction too: zeros alone are no vector.
  if (vector.every((value) => value === 0)) vector[0] = 1;
  return vector;
}

function reranking({ query = '', documents = [] }: Asked, { relevance }: RightAnswers): unknown {
  const results = documents.map((document, index) => ({ index, relevance_score: relevance(query, document) }));
  return { id: 'rerank-1', results: results.toSorted((a, b) => b.relevance_score - a.relevance_score) };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
