import type { PageMark } from '@cairn/core';
import { sql, type RawBuilder } from 'kysely';

/** Rows that come after the mark in the order `created_at desc, id desc`; `alias` is a table alias with its dot. */
export function isAfter(mark: PageMark, alias = ''): RawBuilder<boolean> {
  return sql<boolean>`(${sql.raw(`${alias}created_at, ${alias}id`)}) < (${mark.createdAt}::timestamptz, ${mark.id}::uuid)`;
}
