import type { Document } from '@cairn/core';

/** A document as REST shows it. */
export const toRestDocument = (document: Document) => ({
  id: document.id,
  title: document.title,
  media_type: document.mediaType,
  size_bytes: document.sizeBytes,
  status: document.status,
  created_at: document.createdAt,
  updated_at: document.updatedAt,
  progress: document.progress,
  error: document.error,
  warnings: document.warnings,
});
