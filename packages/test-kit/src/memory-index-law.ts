import pg from 'pg';

/** Something that runs a statement past the tenant wall, as a superuser's pool does. */
interface Reader {
  query(sql: string): Promise<{ readonly rows: readonly { readonly fault: string }[] }>;
}

const position = '(p.block * 1024 + ((get_byte(p.entries, 4 * n) << 2) | (get_byte(p.entries, 4 * n + 1) >> 6)))';

const laws = [
  `select 'an indexed memory that is not there: ' || i.memory_id as fault from cairn.memory_index i
    where not exists (select from cairn.memories m where m.project_id = i.project_id and m.id = i.memory_id and m.user_id = i.user_id)`,
  `select 'a memory that is indexed twice: ' || i.memory_id as fault from cairn.memory_index i group by i.memory_id having count(*) > 1`,
  `select 'a memory that is indexed and waits for it: ' || i.memory_id as fault from cairn.memory_index i
    join cairn.memory_reindex r on r.project_id = i.project_id and r.memory_id = i.memory_id`,
  `select 'a memory that waits and is not there: ' || r.memory_id as fault from cairn.memory_reindex r
    where not exists (select from cairn.memories m where m.project_id = r.project_id and m.id = r.memory_id)`,
  `select 'a memory that is neither indexed nor waits: ' || m.id as fault from cairn.memories m
    where m.index_position is not null
      and not exists (select from cairn.memory_index i where i.project_id = m.project_id and i.memory_id = m.id and i.position = m.index_position)
      and not exists (select from cairn.memory_reindex r where r.project_id = m.project_id and r.memory_id = m.id)`,
  `select 'a posting of a position that does not hold the term: ' || p.term || ' ' || ${position} as fault
    from cairn.memory_postings p, generate_series(0, octet_length(p.entries) / 4 - 1) n
    where not exists (select from cairn.memory_index i
      where i.project_id = p.project_id and i.user_id = p.user_id and i.position = ${position} and p.term = any (i.terms))`,
  `select 'an empty row of postings: ' || p.term as fault from cairn.memory_postings p where octet_length(p.entries) = 0`,
  `select 'as many postings as terms, not ' || a.n || ' and ' || b.n as fault
    from (select coalesce(sum(octet_length(entries) / 4), 0) as n from cairn.memory_postings) a,
      (select coalesce(sum(cardinality(terms)), 0) as n from cairn.memory_index) b
    where a.n <> b.n`,
  `select 'an influence of a memory that is not there: ' || f.source_id as fault from cairn.memory_influences f
    where not exists (select from cairn.memories m where m.project_id = f.project_id and m.id = f.source_id)`,
  `select 'a source without its influence: ' || s.id as fault from cairn.memory_index i, unnest(i.sources) as s (id)
    where not exists (select from cairn.memory_influences f where f.project_id = i.project_id and f.source_id = s.id and f.position = i.position)`,
  `select 'as many influences as sources, not ' || a.n || ' and ' || b.n as fault
    from (select count(*) as n from cairn.memory_influences) a, (select coalesce(sum(cardinality(sources)), 0) as n from cairn.memory_index) b
    where a.n <> b.n`,
  `select 'a vector of a position that is not there: ' || (v.pack * 64 + get_byte(v.slots, n)) as fault
    from cairn.memory_vectors v, generate_series(0, octet_length(v.slots) - 1) n
    where not exists (select from cairn.memory_index i
      where i.project_id = v.project_id and i.user_id = v.user_id and i.position = v.pack * 64 + get_byte(v.slots, n))`,
  `select 'an empty pack of vectors: ' || v.pack as fault from cairn.memory_vectors v where octet_length(v.slots) = 0`,
  `select 'a memory embedded by a model that has no vector of it: ' || i.memory_id as fault from cairn.memory_index i
    where i.embedded_by <> '' and not exists (select from cairn.memory_vectors v
      where v.project_id = i.project_id and v.user_id = i.user_id and v.model = i.embedded_by and v.pack = i.position >> 6
        and position(set_byte('\\x00'::bytea, 0, i.position & 63) in v.slots) > 0)`,
  `select 'a size of ' || s.memories || ' and ' || s.terms || ' where there are ' || i.memories || ' and ' || i.terms as fault
    from cairn.memory_index_stats s
    cross join lateral (select count(*) as memories, coalesce(sum(length), 0) as terms from cairn.memory_index i
      where i.project_id = s.project_id and i.user_id = s.user_id) i
    where s.memories <> i.memories or s.terms <> i.terms`,
  `select 'a label without its memory: ' || l.memory_id as fault from cairn.memory_labels l
    where not exists (select from cairn.memories m where m.project_id = l.project_id and m.user_id = l.user_id and m.id = l.memory_id
      and m.created_at = l.created_at and l.label = any (m.labels))`,
  `select 'as many labels as memories have, not ' || a.n || ' and ' || b.n as fault
    from (select count(*) as n from cairn.memory_labels) a, (select coalesce(sum(cardinality(labels)), 0) as n from cairn.memories) b
    where a.n <> b.n`,
] as const;

/** What is wrong with the index over memories, in words; nothing when each row of it has its memory and says what it should. */
export async function memoryIndexFaults(reader: Reader): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const law of laws) faults.push(...(await reader.query(law)).rows.map((row) => row.fault));
  return faults;
}

/** The same of a database by its address, as a superuser. */
export async function memoryIndexFaultsAt(url: string): Promise<readonly string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    return await memoryIndexFaults(pool);
  } finally {
    await pool.end();
  }
}
