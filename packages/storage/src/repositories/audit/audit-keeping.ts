import pg from 'pg';

/**
 * Says, as the owner of the database, for how many days entries of the audit are kept at the least; for ever without a number. Services,
 * which own nothing, let none go before, whatever they are told themselves.
 *
 * @param database migrated, and opened by its owner
 */
export async function keepAuditFor(database: { readonly queueConnection: pg.ClientConfig }, days: number | undefined): Promise<void> {
  const owner = new pg.Client(database.queueConnection);
  await owner.connect();
  try {
    const { rows } = await owner.query<{ days: number }>('select days from cairn.audit_keeping');
    // A server that takes no writes now needs none for what is so already.
    if (rows[0]?.days === days) return;
    if (days === undefined) await owner.query('delete from cairn.audit_keeping');
    else
      await owner.query('insert into cairn.audit_keeping (days) values ($1) on conflict (only_one) do update set days = excluded.days', [
        days,
      ]);
  } finally {
    await owner.end();
  }
}
