import type { Client } from 'pg';

/** Adds tasks that wait for an event which is far away, as copies of one that there is. */
export async function fillWithWaiting(client: Client, count: number): Promise<void> {
  await client.query(
    `insert into cairn.tasks (project_id, id, user_id, credential_id, credential_kind, owner_id, request_id, trace_id, goal, goal_digest, status,
        revision, total, wake_at)
      select t.project_id, gen_random_uuid(), t.user_id, t.credential_id, t.credential_kind, t.owner_id, t.request_id, t.trace_id, t.goal,
        t.goal_digest, 'waiting_event', 1, 1, now() + interval '10 days' * random() + interval '1 day'
      from (select * from cairn.tasks limit 1) t, generate_series(1, $1)`,
    [count],
  );
  await client.query('analyze cairn.tasks');
}
