import { memoryBounds } from '@cairn/core';
import { text, uuid } from '../reading/fields.ts';

const { maxContentBytes, maxAgentCharacters } = memoryBounds;

export const memoryContent = text({
  description: `The text, kept exactly as sent: 1 to ${maxContentBytes} bytes of UTF-8. A longer one is refused, never cut.`,
  max: maxContentBytes,
  unit: 'bytes',
});

export const agentId = text({
  description: `Identifier of the agent that the memory is of, up to ${maxAgentCharacters} characters.`,
  max: maxAgentCharacters,
  unit: 'characters',
  empty: true,
});

export const agentName = text({
  description: `Name of that agent for people, up to ${maxAgentCharacters} characters.`,
  max: maxAgentCharacters,
  unit: 'characters',
  empty: true,
});

export const memoryId = uuid('The memory_id that save_memory or get_memories gave.');
