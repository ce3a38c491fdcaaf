// The floors of saving and listing: bare Fastify routes over `pg`, with and without a named (prepared) statement.
import { fastify } from 'fastify';
import pg from 'pg';
import { plainUser } from './data/plain-table.ts';
import { serving } from './servers/serving.ts';

interface Note {
  readonly content: string;
  readonly agent_name: string;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const { url } = JSON.parse(process.argv[2] ?? '{}') as { url: string };
const pool = new pg.Pool({ connectionString: url, max: 10 });

const insert = 'insert into bench_saved (user_id, content, agent_name) values ($1, $2, $3) returning id, created_at';
const select = `select id, content, agent_id, agent_name, created_at, updated_at from bench_notes
  where user_id = $1 order by created_at desc, id desc limit $2 offset $3`;

const app = fastify();
for (const { path, name } of [{ path: '' }, { path: '-prepared', name: 'floor' }]) {
  const statement = (text: string, values: unknown[]) => pool.query({ ...(name && { name: `${name} ${text.slice(0, 6)}` }), text, values });
  app.post<{ Body: Note }>(`/insert${path}`, async ({ body }) => {
    const { rows } = await statement(insert, [plainUser, body.content, body.agent_name]);
    return rows[0];
  });
  app.post<{ Body: Page }>(`/select${path}`, async ({ body }) => {
    const { rows } = await statement(select, [plainUser, body.limit, body.offset]);
    return { rows };
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
serving(app.server);
