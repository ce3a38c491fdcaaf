import { hash } from 'node:crypto';
import { CairnError, documentChanged, getDocument, requireUnchangedDocument } from '@cairn/core';
import type { Actor, NewDocument, NewestVersion, Stores } from '@cairn/core';
import { documentDeleteAction, documentWriteAction } from '@cairn/governance';
import type { GovernedAction } from '@cairn/governance';

type Knowledge = Pick<Stores, 'documents'>;

/** A submission as the rules see it. */
export interface DocumentWrite {
  readonly governed: GovernedAction;
  /** The version that it is decided to take the place of; null: none. */
  readonly onto: string | null;
}

/**
 * A document that is sent, with what it would replace. The same bytes under the same title change nothing.
 * @throws CONFLICT when what stands under the title changes just now.
 */
export async function documentWrite(
  { documents }: Knowledge,
  actor: Actor,
  { title, mediaType, bytes, warnings }: NewDocument,
): Promise<DocumentWrite> {
  const newest = await documents.newest(actor, { title });
  const replaces = newest && (await originalOf(documents, actor, newest));
  const sha256 = hash('sha256', bytes, 'hex');
  const onto = newest?.version ?? null;
  return {
    onto,
    governed: {
      action: documentWriteAction({ title, original: { mediaType, sizeBytes: bytes.length, sha256 }, warnings, replaces }),
      changesNothing: replaces?.sha256 === sha256,
      check: async (stores) => {
        const now = await stores.documents.newest(actor, { title });
        if ((now?.version ?? null) !== onto) throw documentChanged();
      },
    },
  };
}

/** The same for one that failed. Nobody is asked about another one. */
export const documentRetry = async (own: Knowledge, actor: Actor, id: string): Promise<GovernedAction> => ({
  ...(await documentReread(own, actor, id)),
  check: async (stores) => {
    if ((await getDocument(stores, actor, id)).status !== 'failed') throw new CairnError('DOCUMENT_NOT_FAILED');
  },
});

/** A document whose original is read once more: what is read is put in as if it were sent. */
export async function documentReread({ documents }: Knowledge, actor: Actor, id: string): Promise<GovernedAction> {
  const newest = await documents.newest(actor, { id });
  if (!newest) throw new CairnError('DOCUMENT_NOT_FOUND');
  const original = await originalOf(documents, actor, newest);
  return { action: documentWriteAction({ title: newest.title, original, rereads: newest.documentId }) };
}

/** A document that is deleted as it is: approved, it is that deletion and not one of what has replaced it by then. */
export async function knowledgeDelete({ documents }: Knowledge, actor: Actor, id: string): Promise<GovernedAction> {
  const newest = await documents.newest(actor, { id });
  return {
    action: documentDeleteAction(id, newest && (await originalOf(documents, actor, newest))),
    check: async (stores) => {
      await getDocument(stores, actor, id);
    },
    holds: async (stores) => requireUnchangedDocument(stores, actor, id, newest?.version),
  };
}

async function originalOf(documents: Stores['documents'], actor: Actor, newest: NewestVersion) {
  const sha256 = await documents.originalHash(actor, newest);
  if (sha256 === undefined) throw documentChanged();
  return { ...newest, sha256 };
}
